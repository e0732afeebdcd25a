import { and, between, eq, inArray, sql } from 'drizzle-orm'
import type { Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { BEFORE_ALL_DAYS, type IsoDate } from '#contract/dates.ts'
import type { AgeLimits } from '#contract/guardians/ages.ts'
import type { ConflictReason } from '#contract/schedule/schedule.ts'
import { toWeekdays } from '#contract/schedule/weekdays.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  appointmentDays,
  appointments,
  keptAppointments,
  treatments,
  treatmentTimes,
} from '#drizzle/schema/index.ts'
import type { AppointmentRow } from '../booking/appointments.ts'
import { listDecidedIds } from '../booking/decided-cancellations.ts'

/** A treatment as it is now. */
export interface Offering extends AgeLimits {
  active: boolean
  times: readonly Slot[]
  /** The weekdays on which it has these times, 0 for Sunday. */
  weekdays: readonly number[]
}

/** Every treatment by id. */
export function readOfferings(db: Database): Map<string, Offering> {
  const stored = statements(db)
  const times = Map.groupBy(stored.treatmentTimes.all(), ({ treatmentId }) => treatmentId)
  return new Map(
    stored.treatments
      .all()
      .map(({ id, active, minAgeMonths, maxAgeMonths, weekdays, lengthMinutes }) => [
        id,
        {
          active,
          minAgeMonths,
          maxAgeMonths,
          times: (times.get(id) ?? []).map(({ startMinute }) => ({ startMinute, lengthMinutes })),
          weekdays: toWeekdays(weekdays),
        },
      ]),
  )
}

/** The columns that decide whether an appointment fits the schedule, and the columns of `AffectedRow`. */
export interface ComingTime
  extends Pick<
    AppointmentRow,
    | 'id'
    | 'version'
    | 'date'
    | 'startMinute'
    | 'lengthMinutes'
    | 'treatmentId'
    | 'doctorId'
    | 'childBirthDate'
    | 'overrideReason'
    | 'patientUid'
    | 'deskFamilyId'
  > {
  paid: 0 | 1
}

/** The columns from which the effect of a change is summed up. */
export type AffectedRow = Pick<
  AppointmentRow,
  'id' | 'version' | 'date' | 'startMinute' | 'patientUid' | 'deskFamilyId' | 'paid'
> &
  // Read only for appointments without a family.
  Partial<Contact>

type Contact = Pick<AppointmentRow, 'patientName' | 'email'>

type TimesParameters = [
  dates: string,
  today: IsoDate,
  minute: number,
  doctor: string | null,
  doctor: string | null,
]

const statements = prepareOnce((db: Database) => ({
  // Written by hand, because mapping complete rows of all upcoming appointments takes ten times as long.
  // Names the covering index, because SQLite would otherwise read each appointment.
  times: db.$client.prepare<TimesParameters, ComingTime>(
    `select id, version, date, start_minute as startMinute, length_minutes as lengthMinutes,
       treatment_id as treatmentId, doctor_id as doctorId, child_birth_date as childBirthDate,
       override_reason as overrideReason, patient_uid as patientUid,
       desk_family_id as deskFamilyId, paid
     from appointments indexed by appointments_coming
     where status = 'booked' and attendance = 'expected'
       and date in (select value from json_each(?)) and (date, start_minute) > (?, ?)
       and (? is null or doctor_id = ?)`,
  ),
  timesById: db
    .select({
      id: appointments.id,
      version: appointments.version,
      date: appointments.date,
      startMinute: appointments.startMinute,
      lengthMinutes: appointments.lengthMinutes,
      treatmentId: appointments.treatmentId,
      doctorId: appointments.doctorId,
      childBirthDate: appointments.childBirthDate,
      overrideReason: appointments.overrideReason,
    })
    .from(appointments)
    .where(isAmong(appointments.id, sql.placeholder('ids'))),
  // One statement for any number, because a change of the schedule may affect all upcoming appointments.
  keep: db.$client.prepare<[kept: string]>(
    `insert into kept_appointments (appointment_id, version, reasons)
     select value ->> 'id', value ->> 'version', value -> 'reasons' from json_each(?) where true
     on conflict do update set version = excluded.version, reasons = excluded.reasons`,
  ),
  contacts: db
    .select({
      id: appointments.id,
      patientName: appointments.patientName,
      email: appointments.email,
    })
    .from(appointments)
    .where(isAmong(appointments.id, sql.placeholder('ids'))),
  booked: db.$client.prepare<[dates: string], BookedTime>(
    `select date, start_minute as startMinute, length_minutes as lengthMinutes,
       treatment_id as treatmentId, doctor_id as doctorId
     from appointments
     where status = 'booked' and date in (select value from json_each(?))`,
  ),
  days: db
    .select()
    .from(appointmentDays)
    .where(between(appointmentDays.date, sql.placeholder('from'), sql.placeholder('to'))),
  some: db
    .select()
    .from(appointments)
    .where(isAmong(appointments.id, sql.placeholder('ids'))),
  treatments: db.select().from(treatments),
  treatmentTimes: db.select().from(treatmentTimes),
  kept: db.select().from(keptAppointments),
}))

/** Which appointments a change can affect; all days, or all doctors, when absent. */
export interface Concerned {
  from?: IsoDate
  to?: IsoDate
  doctorId?: string | null
}

/**
 * Booked appointments that have not started and are not being canceled, within a range of days and of one
 * doctor or all, with only the columns that decide whether they fit; in no particular order.
 */
export function listComingTimes(
  db: Database,
  { today, minute }: Pick<ClinicMoment, 'today' | 'minute'>,
  { from = today, to, doctorId = null }: Concerned = {},
): ComingTime[] {
  const days = readAppointmentDays(db, { from: from > today ? from : today, to })
  const dates = days.map(({ date }) => date)
  const times = statements(db).times.all(JSON.stringify(dates), today, minute, doctorId, doctorId)
  const decided = listDecidedIds(db)
  return decided.size === 0 ? times : times.filter(({ id }) => !decided.has(id))
}

/** The facts that decide whether these appointments fit, whatever their state. */
export function readTimes(db: Database, appointments: readonly Pick<AppointmentRow, 'id'>[]) {
  return statements(db).timesById.all({ ids: idsOf(appointments) })
}

/** A taken time, and what takes it. */
export type BookedTime = Pick<
  AppointmentRow,
  'date' | 'startMinute' | 'lengthMinutes' | 'treatmentId' | 'doctorId'
>

/** All booked times of these days, whatever the attendance; in no particular order. */
export function listBookedOn(db: Database, dates: readonly IsoDate[]): BookedTime[] {
  return statements(db).booked.all(JSON.stringify(dates))
}

/** The same for these days, including times that have begun. */
export function listTimesOfDays(db: Database, dates: readonly IsoDate[]): ComingTime[] {
  return statements(db).times.all(JSON.stringify(dates), BEFORE_ALL_DAYS, 0, null, null)
}

/** A doctor's booked appointments of a day that are neither completed nor missed, in order. */
export function listUnsettledOf(
  db: Database,
  { doctorId, date }: { doctorId: string; date: IsoDate },
): AppointmentRow[] {
  return db
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.status, 'booked'),
        eq(appointments.date, date),
        eq(appointments.doctorId, doctorId),
        inArray(appointments.attendance, ['expected', 'arrived']),
      ),
    )
    .all()
    .sort(inOrder)
}

/**
 * Each day that may have upcoming appointments, with a version that grows with each change that affects
 * whether they fit.
 */
export function readAppointmentDays(
  db: Database,
  { from, to = '9999-12-31' }: { from: IsoDate; to?: IsoDate | undefined },
): { date: IsoDate; version: number }[] {
  return statements(db).days.all({ from, to })
}

/** These appointments, in the order of their times. */
export function readInOrder(
  db: Database,
  appointments: readonly Pick<AppointmentRow, 'id'>[],
): AppointmentRow[] {
  return statements(db)
    .some.all({ ids: idsOf(appointments) })
    .sort(inOrder)
}

/** The appointments of these times, with the columns from which the effect of a change is summed up. */
export function readAffected(db: Database, times: readonly ComingTime[]): AffectedRow[] {
  const contacts = readContacts(
    db,
    times.filter(({ patientUid, deskFamilyId }) => (patientUid ?? deskFamilyId) === null),
  )
  return times
    .map(({ id, version, date, startMinute, patientUid, deskFamilyId, paid }) => ({
      ...contacts.get(id),
      ...{ id, version, date, startMinute, patientUid, deskFamilyId, paid: paid === 1 },
    }))
    .sort(inOrder)
}

function readContacts(db: Database, times: readonly ComingTime[]): ReadonlyMap<string, Contact> {
  if (times.length === 0) return new Map()
  const rows = statements(db).contacts.all({ ids: idsOf(times) })
  return new Map(rows.map(({ id, ...contact }) => [id, contact]))
}

const idsOf = (appointments: readonly Pick<AppointmentRow, 'id'>[]) =>
  JSON.stringify(appointments.map(({ id }) => id))

type Ordered = Pick<AppointmentRow, 'id' | 'date' | 'startMinute'>

function inOrder(one: Ordered, other: Ordered): number {
  // Not `localeCompare`, which would take longer than everything else when sorting thousands.
  if (one.date !== other.date) return one.date < other.date ? -1 : 1
  if (one.startMinute !== other.startMinute) return one.startMinute - other.startMinute
  return one.id < other.id ? -1 : 1
}

type KeptRow = typeof keptAppointments.$inferSelect

/** Decisions to keep appointments that do not fit, by appointment id. */
export function readKept(db: Database): Map<string, KeptRow> {
  const rows = statements(db).kept.all()
  return new Map(rows.map((row) => [row.appointmentId, row]))
}

/** Records the decision to keep an appointment. */
export function keepAppointments(db: Transaction, kept: readonly KeptAppointment[]): void {
  statements(db).keep.run(JSON.stringify(kept))
}

/** An appointment's present version, and why it does not fit. */
interface KeptAppointment extends Pick<AppointmentRow, 'id' | 'version'> {
  reasons: ConflictReason[]
}
