import { and, asc, between, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Attendance } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { PaymentMethod } from '#contract/payments/payments.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { inOrderOf } from '#drizzle/in-order-of.ts'
import { appointments } from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'
import { type AppointmentPage, countInIndex, listPageIds } from '../booking/appointment-pages.ts'
import type { AppointmentRow } from '../booking/appointments.ts'
import type { ReceiptPlace } from '../payments/receipts.ts'
import { type AlertRow, alertsOf } from './alerts.ts'

/** More than a clinic has in a week. */
const LONGEST_AGENDA = 5_000

const isBooked = sql`${appointments.status} = 'booked'`

/** The columns of an appointment that the front desk reads. */
const FIELDS = [
  'id',
  'version',
  'date',
  'startMinute',
  'lengthMinutes',
  'treatment',
  'doctorId',
  'doctorName',
  'patientUid',
  'deskFamilyId',
  'patientName',
  'childId',
  'childName',
  'childBirthDate',
  'email',
  'phone',
  'priceCents',
  'paid',
  'billedElsewhere',
  'transactionId',
  'createdAt',
  'attendance',
  'attendanceAt',
  'arrivedAt',
  'roomAt',
  'room',
  'staffNote',
  'noteVersion',
  'overrideReason',
  'squeezed',
] as const

type AgendaAppointment = Pick<AppointmentRow, (typeof FIELDS)[number]>

/** A booked appointment with the front desk's other data about it. */
export interface AgendaRow {
  appointment: AgendaAppointment
  /** Name of the member of staff who took the last step; null when they were removed. */
  attendanceByName: string | null
  /** Null while it is unpaid. */
  payment: { method: PaymentMethod; succeededAt: Date | null } | null
  receipt: ReceiptPlace | null
  /** Appointments that the patient missed in the 12 months before this one. */
  missed: number
  /** Whether it is the patient's first appointment, not counting missed ones. */
  isFirst: boolean
  /** Whether another time is held for it until the family answers. */
  isReoffered: boolean
  /** The child's present alerts. */
  alerts: readonly AlertRow[]
  /** Of the family's emails; null for English. */
  language: Translation | null
}

/** In SQLite's types: instants as milliseconds, booleans as numbers. */
type Stored<Row> = {
  [Key in keyof Row]: Row[Key] extends boolean
    ? 0 | 1
    : Row[Key] extends Date
      ? number
      : Row[Key] extends Date | null
        ? number | null
        : Row[Key]
}

interface StoredRow extends Stored<AgendaAppointment> {
  attendanceByName: string | null
  method: PaymentMethod | null
  succeededAt: number | null
  year: number | null
  number: number | null
  missed: number
  isFirst: 0 | 1
  isReoffered: 0 | 1
  language: Translation | null
}

// Two index searches by day: with OR, SQLite would read all appointments of the family.
const missedOf = (isOfFamily: SQL) => sql`(
  select count(*) from appointments as earlier
  where ${isOfFamily}
    and earlier.date between date(appointments.date, '-1 year') and appointments.date
    and earlier.attendance = 'no_show' and earlier.id <> appointments.id)`

const noneBefore = (isOfFamily: SQL) => sql`not exists (
  select 1 from appointments as earlier
  where ${isOfFamily} and earlier.child_id is appointments.child_id
    and earlier.status = 'booked' and earlier.attendance <> 'no_show'
    and (earlier.date, earlier.start_minute) < (appointments.date, appointments.start_minute))
  and not exists (select 1 from past_visits where child_id = appointments.child_id)`

const COLUMNS = sql.join(
  FIELDS.map((field) => sql`${appointments[field]} as ${sql.identifier(field)}`),
  sql`, `,
)

// Written by hand, because mapping hundreds of complete rows takes three times as long as reading them. The
// index of open re-offers finds the re-offer.
const SELECT = sql`
  select ${COLUMNS},
    (select name from users where uid = attendance_by) as attendanceByName, method,
    succeeded_at as succeededAt, year, number,
    ${missedOf(sql`earlier.patient_uid = appointments.patient_uid`)}
      + ${missedOf(sql`earlier.desk_family_id = appointments.desk_family_id`)} as missed,
    ${noneBefore(sql`earlier.patient_uid = appointments.patient_uid`)}
      and ${noneBefore(sql`earlier.desk_family_id = appointments.desk_family_id`)} as isFirst,
    exists (
      select 1 from waitlist_entries as reoffer
      where reoffer.appointment_id = appointments.id
        and reoffer.state <> 'ended' and reoffer.closure_id is not null) as isReoffered,
    coalesce(
      (select language from users where uid = appointments.patient_uid),
      (select language from desk_families where id = appointments.desk_family_id)) as language
  from appointments
  left join payments on payments.id = transaction_id
  left join receipts on receipts.payment_id = payments.id and receipts.refund_id is null
  where status = 'booked'`

// As in the partial index.
const isUnsettled = sql`status = 'booked' and attendance in ('expected', 'arrived')`

const isOneOf = (ids: readonly string[]) =>
  sql`appointments.id in (select value from json_each(${JSON.stringify(ids)}))`

const toInstant = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds)

// Field by field: spreading rows with this many fields would take longer than everything else.
function toAppointment(row: StoredRow): AgendaAppointment {
  return {
    id: row.id,
    version: row.version,
    date: row.date,
    startMinute: row.startMinute,
    lengthMinutes: row.lengthMinutes,
    treatment: row.treatment,
    doctorId: row.doctorId,
    doctorName: row.doctorName,
    patientUid: row.patientUid,
    deskFamilyId: row.deskFamilyId,
    patientName: row.patientName,
    childId: row.childId,
    childName: row.childName,
    childBirthDate: row.childBirthDate,
    email: row.email,
    phone: row.phone,
    priceCents: row.priceCents,
    paid: row.paid === 1,
    billedElsewhere: row.billedElsewhere === 1,
    transactionId: row.transactionId,
    createdAt: new Date(row.createdAt),
    attendance: row.attendance,
    attendanceAt: toInstant(row.attendanceAt),
    arrivedAt: toInstant(row.arrivedAt),
    roomAt: toInstant(row.roomAt),
    room: row.room,
    staffNote: row.staffNote,
    noteVersion: row.noteVersion,
    overrideReason: row.overrideReason,
    squeezed: row.squeezed === 1,
  }
}

/** Booked appointments, in no particular order. */
function readByIds(db: Database, ids: readonly string[]): StoredRow[] {
  return db.all<StoredRow>(sql`${SELECT} and ${isOneOf(ids)}`)
}

function toRows(db: Database, rows: readonly StoredRow[]): AgendaRow[] {
  const children = new Set(rows.flatMap(({ childId }) => childId ?? []))
  const alerts = alertsOf(db, [...children])
  return rows.map((row) => {
    const { method, succeededAt, year, number } = row
    return {
      appointment: toAppointment(row),
      attendanceByName: row.attendanceByName,
      payment: method && { method, succeededAt: toInstant(succeededAt) },
      receipt: year === null || number === null ? null : { year, number },
      missed: row.missed,
      isFirst: row.isFirst === 1,
      isReoffered: row.isReoffered === 1,
      language: row.language,
      alerts: alerts.get(row.childId ?? '') ?? [],
    }
  })
}

/**
 * The booked appointments of a range of days, in the order of their times.
 * @param ids to return only these appointments
 */
export function listAgenda(
  db: Database,
  { from, to, ids }: { from: IsoDate; to: IsoDate; ids?: readonly string[] | undefined },
): AgendaRow[] {
  const rows = db.all<StoredRow>(sql`
    ${SELECT} and date between ${from} and ${to} ${ids && sql`and ${isOneOf(ids)}`}
    order by date, start_minute, treatment limit ${LONGEST_AGENDA}`)
  return toRows(db, rows)
}

/** A canceled appointment, and who canceled it, if known. */
export interface CanceledRow {
  appointment: AppointmentRow
  by: 'family' | 'clinic' | null
}

/** The canceled appointments of a day, in the order of their times. */
export function listCanceled(db: Database, date: IsoDate): CanceledRow[] {
  const by = sql<CanceledRow['by']>`(
    SELECT json_extract(data, '$.by') FROM events
    WHERE subject = appointments.id AND kind = 'appointment.cancelled'
    ORDER BY id DESC LIMIT 1)`
  return db
    .select({ appointment: appointments, by })
    .from(appointments)
    .where(and(sql`${appointments.status} = 'cancelled'`, eq(appointments.date, date)))
    .orderBy(asc(appointments.startMinute), asc(appointments.cancelledAt))
    .limit(LONGEST_AGENDA)
    .all()
}

/** How many booked appointments each day of a range has; days without any are left out. */
export function countByDay(db: Database, from: IsoDate, to: IsoDate) {
  return db
    .select({
      date: appointments.date,
      appointments: count(),
      unpaid: sql<number>`sum(${appointments.paid} = 0 and ${appointments.billedElsewhere} = 0)`,
      bookedMinutes: sql<number>`sum(iif(${appointments.squeezed}, 0, ${appointments.lengthMinutes}))`,
    })
    .from(appointments)
    .where(and(isBooked, between(appointments.date, from, to)))
    .groupBy(appointments.date)
    .orderBy(asc(appointments.date))
    .all()
}

/**
 * How many patients of a day are waiting, in a room, or late.
 * @param lateFrom expected patients are late if their appointment began by this minute
 */
export function countStandings(
  db: Database,
  { today, lateFrom }: { today: IsoDate; lateFrom: number },
) {
  const { attendance, roomAt, startMinute } = appointments
  const row = db
    .select({
      waiting: sql<number>`coalesce(sum(${attendance} = 'arrived' and ${roomAt} is null), 0)`,
      inRoom: sql<number>`coalesce(sum(${attendance} = 'arrived' and ${roomAt} is not null), 0)`,
      late: sql<number>`coalesce(sum(${attendance} = 'expected' and ${startMinute} <= ${lateFrom}), 0)`,
    })
    .from(appointments)
    .where(and(isBooked, eq(appointments.date, today)))
    .get()
  return row ?? { waiting: 0, inRoom: 0, late: 0 }
}

interface UnsettledPage extends AppointmentPage {
  from: IsoDate
  to: IsoDate
}

/** Booked appointments of these days that are neither completed nor missed, oldest first. */
export function listUnsettled(db: Database, { from, to, ...page }: UnsettledPage): AgendaRow[] {
  const ids = listPageIds(db, and(isUnsettled, between(appointments.date, from, to)), page)
  const rows = readByIds(db, ids)
  return toRows(
    db,
    inOrderOf(ids, rows, (row) => row.id),
  )
}

/** How many `listUnsettled` has on all pages. */
export function countUnsettled(db: Database, { from, to }: { from: IsoDate; to: IsoDate }): number {
  const isWanted = and(isUnsettled, between(appointments.date, from, to))
  return countInIndex(db, 'appointments_unsettled', isWanted)
}

/** A booked appointment; undefined when it does not exist or is canceled. */
export function findAgendaRow(db: Database, id: string): AgendaRow | undefined {
  return toRows(db, readByIds(db, [id]))[0]
}

/**
 * Sets the attendance if the appointment still has that version.
 * @returns whether it did
 */
export function updateAttendance(
  db: Transaction,
  { id, version }: { id: string; version: number },
  step: { attendance: Attendance; by: string | null; at: Date | null } & Partial<
    Pick<AppointmentRow, 'arrivedAt' | 'roomAt' | 'room'>
  >,
): boolean {
  const { attendance, by, at, arrivedAt, roomAt, room } = step
  const isUnchanged = and(eq(appointments.id, id), eq(appointments.version, version), isBooked)
  return changeRow(
    db,
    appointments,
    // Undefined fields do not change.
    {
      arrivedAt,
      roomAt,
      room,
      attendance,
      attendanceBy: by,
      attendanceAt: at,
      version: version + 1,
    },
    isUnchanged,
  )
}
