import { SqliteError } from 'better-sqlite3'
import { and, count, desc, eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { IsoDate } from '#contract/dates.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { OccupiedTime } from '#contract/schedule/free-times.ts'
import { changeRow, countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { placeholders, prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  children,
  doctors,
  doctorTreatments,
  freedTimes,
  guardianships,
  holds,
  openedTimes,
  payments,
  treatments,
} from '#drizzle/schema/index.ts'
import type { ChangedBy } from '../events.ts'
import { isPaidBy } from '../payments/payer.ts'

export type AppointmentRow = typeof appointments.$inferSelect

const NOT_GIVEN = {
  childId: null,
  childName: null,
  childBirthDate: null,
  deskFamilyId: null,
  overrideReason: null,
  squeezed: false,
  billedElsewhere: false,
  seriesId: null,
  seriesNumber: null,
  seriesSize: null,
}

type Optional = keyof typeof NOT_GIVEN

const REQUIRED = [
  'id',
  'treatmentId',
  'treatment',
  'doctorId',
  'doctorName',
  'priceCents',
  'date',
  'startMinute',
  'lengthMinutes',
  'patientUid',
  'patientName',
  'email',
  'phone',
  'address',
  'createdAt',
  'terms',
] as const

type NewAppointmentRow = Pick<AppointmentRow, (typeof REQUIRED)[number]> &
  Partial<Pick<AppointmentRow, Optional>> & { terms: RefundTerms }

/** More than a patient can book within the horizon, and a limit on the size of a response. */
const LONGEST_LIST = 500

// A literal, as in the partial indexes: SQLite would not use them with a bound value.
const isLive = sql`status = 'booked'`

// The expression of the partial indexes.
const PERSON = sql`coalesce(child_id, patient_uid, desk_family_id)`

const isOn = eq(appointments.date, sql.placeholder('date'))

/** Treatment, doctor, start and length. */
type TimeColumns = [string, string | null, number, number]

const parseTimes = (text: string): TimeColumns[] => JSON.parse(text)

const TIMES =
  sql`json_group_array(json_array(treatment_id, doctor_id, start_minute, length_minutes))`.mapWith(
    parseTimes,
  )

const ON_DAY = sql.placeholder('date')
/** For a query with `json_each(…) as days`. */
const EACH_DAY = sql`days.value`

const takenOn = (
  day: SQL | Placeholder,
) => sql`select treatment_id, doctor_id, start_minute, length_minutes from ${appointments}
    where date = ${day} and ${isLive} and squeezed = 0
  union all select treatment_id, doctor_id, start_minute, length_minutes from ${holds}
    where date = ${day}`

// By the machine's clock, which the jobs that offer them use, too. Opened times hide each doctor, and those
// of the clinic also each treatment without doctors; the day that is being offered is visible again.
const hiddenOn = (
  day: SQL | Placeholder,
) => sql`union all select treatment_id, doctor_id, start_minute, length_minutes from ${freedTimes}
    where date = ${day} and state = 'offering'
      and hidden_until > unixepoch('subsec') * 1000
  union all select coalesce(resource.treatment_id, ''), resource.doctor_id, from_minute, to_minute - from_minute
    from ${openedTimes} opened cross join (
      select null as treatment_id, id as doctor_id from ${doctors}
      union all select id, null from ${treatments}
        where id not in (select treatment_id from ${doctorTreatments})) resource
    where ${day} between from_date and to_date
      and (asked is null or from_date < ${day})
      and hidden_until > unixepoch('subsec') * 1000
      and (opened.doctor_id is null or opened.doctor_id = resource.doctor_id)`

/**
 * Whether an appointment that this user booked is still theirs: it is for themselves, or for a child that
 * they still guard.
 */
export const isStillTheirs = (uid: string | Placeholder) =>
  sql`(${appointments.childId} is null or exists (
    select 1 from ${guardianships}
    where ${guardianships.childId} = ${appointments.childId} and ${guardianships.uid} = ${uid}))`

const isUnpaidToCome = and(
  eq(appointments.status, 'booked'),
  eq(appointments.paid, false),
  eq(appointments.billedElsewhere, false),
  // Rows are compared column by column (https://sqlite.org/rowvalue.html).
  sql`(${appointments.date}, ${appointments.startMinute}) > (${sql.placeholder('today')}, ${sql.placeholder('minute')})`,
)

/** The author of a correction of a patient's identity, and its time. */
export interface CorrectedBy extends ChangedBy {
  /** The present moment at the clinic. */
  moment: From
}

/**
 * Whether an appointment is upcoming. Only then a correction changes it: past and canceled appointments keep
 * their patient's data.
 */
const isUpcoming = ({ today, minute }: From) =>
  and(
    isLive,
    sql`${appointments.attendance} in ('expected', 'arrived')`,
    sql`(${appointments.date}, ${appointments.startMinute}) > (${today}, ${minute})`,
  )

/** The appointments with a value in this column, latest day first. */
const selectLatestBy = (db: Database, column: SQLiteColumn) =>
  db
    .select()
    .from(appointments)
    .where(eq(column, sql.placeholder('id')))
    .orderBy(desc(appointments.date), desc(appointments.startMinute))
    .limit(LONGEST_LIST)

const statements = prepareOnce((db: Database) => ({
  liveOnDay: db
    .select({
      treatmentId: appointments.treatmentId,
      doctorId: appointments.doctorId,
      startMinute: appointments.startMinute,
      lengthMinutes: appointments.lengthMinutes,
    })
    .from(appointments)
    .where(and(isOn, isLive, eq(appointments.squeezed, sql.placeholder('squeezed')))),
  ofPatient: selectLatestBy(db, appointments.patientUid),
  one: selectBy(db, appointments, appointments.id),
  shared: db
    .select({
      row: appointments,
      mayBook: guardianships.mayBook,
      mayPay: guardianships.mayPay,
      birthDate: children.birthDate,
    })
    .from(guardianships)
    .innerJoin(children, eq(children.id, guardianships.childId))
    .innerJoin(appointments, eq(appointments.childId, guardianships.childId))
    .where(
      and(
        eq(guardianships.uid, sql.placeholder('uid')),
        sql`${appointments.patientUid} is not ${sql.placeholder('uid')}`,
      ),
    ),
  ofDeskFamily: selectLatestBy(db, appointments.deskFamilyId),
  ofPersonOnDay: db
    .select()
    .from(appointments)
    .where(and(sql`${PERSON} = ${sql.placeholder('person')}`, isOn, isLive)),
  ofPersonsBetween: db
    .select({
      id: appointments.id,
      person: sql<string>`${PERSON}`,
      treatmentId: appointments.treatmentId,
      date: appointments.date,
      startMinute: appointments.startMinute,
      lengthMinutes: appointments.lengthMinutes,
    })
    .from(appointments)
    .where(
      and(
        sql`${PERSON} in (select value from json_each(${sql.placeholder('persons')}))`,
        sql`${appointments.date} between ${sql.placeholder('from')} and ${sql.placeholder('to')}`,
        isLive,
      ),
    ),
  ofFamilyOnDay: db
    .select()
    .from(appointments)
    .where(
      and(
        or(
          and(
            eq(appointments.patientUid, sql.placeholder('family')),
            isStillTheirs(sql.placeholder('family')),
          ),
          eq(appointments.deskFamilyId, sql.placeholder('family')),
          sql`${appointments.childId} in (
            select ${guardianships.childId} from ${guardianships}
            where ${guardianships.uid} = ${sql.placeholder('family')} and receives_email)`,
        ),
        isOn,
        isLive,
      ),
    ),
  // Aggregated into one row, because a busy day has hundreds of appointments.
  occupiedOnDay: db.select({ times: TIMES }).from(sql`(${takenOn(ON_DAY)} ${hiddenOn(ON_DAY)})`),
  takenOnDay: db.select({ times: TIMES }).from(sql`(${takenOn(ON_DAY)})`),
  occupiedOnDays: db
    .select({
      date: sql<IsoDate>`days.value`,
      times: sql`(select ${TIMES} from (${takenOn(EACH_DAY)} ${hiddenOn(EACH_DAY)}))`.mapWith(
        parseTimes,
      ),
    })
    .from(sql`json_each(${sql.placeholder('dates')}) as days`),
  insert: db
    .insert(appointments)
    .values(placeholders(...REQUIRED, ...(Object.keys(NOT_GIVEN) as Optional[])))
    .onConflictDoNothing()
    .returning(),
  unpaidToCome: db
    .select({ count: count() })
    .from(appointments)
    .where(
      and(
        // Includes children that the booker no longer guards.
        eq(appointments.patientUid, sql.placeholder('uid')),
        isUnpaidToCome,
      ),
    ),
  unpaidToComeOfChild: db
    .select({ count: count() })
    .from(appointments)
    .where(and(eq(appointments.childId, sql.placeholder('childId')), isUnpaidToCome)),
}))

/** A patient's appointments, latest day first. */
export function listAppointments(db: Database, uid: string): AppointmentRow[] {
  return statements(db).ofPatient.all({ id: uid })
}

/** The appointment, of any patient. */
export function findAppointment(db: Database, id: string): AppointmentRow | undefined {
  return statements(db).one.get(id)
}

/** Compares appointments: the latest day first. */
export function latestFirst(one: Slotted, other: Slotted): number {
  return other.date.localeCompare(one.date) || other.startMinute - one.startMinute
}

type Slotted = Pick<AppointmentRow, 'date' | 'startMinute'>

/**
 * The appointments that others booked for a guardian's children, latest day first. `birthDate`: the child's,
 * which may have been corrected since.
 */
export function listSharedAppointments(
  db: Database,
  uid: string,
): { row: AppointmentRow; mayBook: boolean; mayPay: boolean; birthDate: IsoDate }[] {
  return statements(db)
    .shared.all({ uid })
    .sort((one, other) => latestFirst(one.row, other.row))
    .slice(0, LONGEST_LIST)
}

/** The appointments that are paid with money of that user. */
export function listAppointmentsPaidBy(db: Database, uid: string): AppointmentRow[] {
  return db
    .select({ row: appointments })
    .from(payments)
    .innerJoin(appointments, eq(appointments.transactionId, payments.id))
    .where(isPaidBy(uid))
    .limit(LONGEST_LIST)
    .all()
    .map(({ row }) => row)
}

/** The appointments that a payment pays, in order of time. */
export function listPaidWith(db: Database, paymentId: string): AppointmentRow[] {
  return db
    .select()
    .from(appointments)
    .where(eq(appointments.transactionId, paymentId))
    .orderBy(appointments.date, appointments.startMinute)
    .all()
}

/** The appointments of a family without an account, latest day first. */
export function listDeskAppointments(db: Database, deskFamilyId: string): AppointmentRow[] {
  return statements(db).ofDeskFamily.all({ id: deskFamilyId })
}

/** The id of the patient, who cannot have overlapping appointments, or one treatment twice a day. */
export function personOf({
  childId,
  patientUid,
  deskFamilyId,
}: Pick<AppointmentRow, 'childId' | 'patientUid' | 'deskFamilyId'>): string | null {
  return childId ?? patientUid ?? deskFamilyId
}

/**
 * A person's live appointments on a day.
 * @param person as returned by `personOf`
 */
export function listPersonOnDay(
  db: Database,
  { person, date }: { person: string; date: IsoDate },
): AppointmentRow[] {
  return statements(db).ofPersonOnDay.all({ person, date })
}

/** When a person has a live appointment, and for which treatment. */
type PersonTime = Pick<
  AppointmentRow,
  'id' | 'treatmentId' | 'date' | 'startMinute' | 'lengthMinutes'
>

/** The live appointments of these persons within a range of days, by person as in `personOf`. */
export function listTimesOfPersons(
  db: Database,
  { persons, from, to }: { persons: readonly string[]; from: IsoDate; to: IsoDate },
): Map<string, PersonTime[]> {
  const values = { persons: JSON.stringify(persons), from, to }
  return Map.groupBy(statements(db).ofPersonsBetween.all(values), ({ person }) => person)
}

/**
 * The live appointments of a day about which a family gets emails: booked by the family, or by other
 * guardians for its children.
 * @param family the account's uid, or the id of a family without an account
 */
export function listFamilyOnDay(
  db: Database,
  { family, date }: { family: string; date: IsoDate },
): AppointmentRow[] {
  return statements(db).ofFamilyOnDay.all({ family, date })
}

type From = { today: IsoDate; minute: number }

type Identifying = 'patientName' | 'phone' | 'email' | 'childName' | 'childBirthDate'

/**
 * Corrects the patient's data in upcoming appointments.
 * @param isTheirs which appointments are the patient's
 * @returns how many were corrected, and how many keep the old data
 */
export function correctAppointments(
  db: Transaction,
  isTheirs: SQL,
  says: Partial<Pick<AppointmentRow, Identifying>>,
  moment: From,
): { corrected: number; kept: number } {
  const all = countRows(db, appointments, isTheirs)
  const { changes: corrected } = db
    .update(appointments)
    .set(says)
    .where(and(isTheirs, isUpcoming(moment)))
    .run()
  return { corrected, kept: all - corrected }
}

/** How many booked, unpaid, upcoming appointments a user has booked, for any patient. */
export function countUpcomingUnpaid(db: Database, uid: string, { today, minute }: From): number {
  return statements(db).unpaidToCome.get({ uid, today, minute })?.count ?? 0
}

/** How many booked, unpaid, upcoming appointments a child has, by any booker. */
export function countUnpaidOfChild(db: Database, childId: string, { today, minute }: From): number {
  return statements(db).unpaidToComeOfChild.get({ childId, today, minute })?.count ?? 0
}

/**
 * The occupied times of a day: live appointments except extra patients, times held by open offers, and freed
 * times that are about to be offered.
 */
export function listOccupiedTimes(db: Database, date: IsoDate): OccupiedTime[] {
  return toTimes(statements(db).occupiedOnDay.get({ date })?.times ?? [])
}

/** The same for each of these days, with one statement. */
export function readOccupiedTimes(
  db: Database,
  dates: readonly IsoDate[],
): Map<IsoDate, OccupiedTime[]> {
  const days = statements(db).occupiedOnDays.all({ dates: JSON.stringify(dates) })
  return new Map(days.map(({ date, times }) => [date, toTimes(times)]))
}

/** The same without freed times that are about to be offered. */
export function listTakenTimes(db: Database, date: IsoDate): OccupiedTime[] {
  return toTimes(statements(db).takenOnDay.get({ date })?.times ?? [])
}

/** The times of a day's live appointments, except extra patients. */
export function listBookedTimes(db: Database, date: IsoDate): OccupiedTime[] {
  return listLiveTimes(db, { date, squeezed: false })
}

/** The times of a day that already have an extra patient. */
export function listSqueezedTimes(db: Database, date: IsoDate): OccupiedTime[] {
  return listLiveTimes(db, { date, squeezed: true })
}

function listLiveTimes(
  db: Database,
  { date, squeezed }: { date: IsoDate; squeezed: boolean },
): OccupiedTime[] {
  return statements(db).liveOnDay.all({ date, squeezed: Number(squeezed) })
}

function toTimes(times: readonly TimeColumns[]): OccupiedTime[] {
  return times.map(([treatmentId, doctorId, startMinute, lengthMinutes]) => ({
    treatmentId,
    doctorId,
    startMinute,
    lengthMinutes,
  }))
}

/**
 * Inserts a booked, unpaid appointment.
 * @returns undefined when the database refuses it, because the slot or the patient is not free
 */
export function insertAppointment(
  db: Database,
  appointment: NewAppointmentRow,
): AppointmentRow | undefined {
  try {
    return statements(db).insert.get({ ...NOT_GIVEN, ...appointment })
  } catch (error) {
    if (isOverlap(error)) return undefined
    throw error
  }
}

type Version = Pick<AppointmentRow, 'id' | 'version'>

/** Whether it is booked and has that version. */
const isSame = ({ id, version }: Version) =>
  and(eq(appointments.id, id), eq(appointments.version, version), eq(appointments.status, 'booked'))

const isExpected = (one: Version) => and(isSame(one), eq(appointments.attendance, 'expected'))

/**
 * Cancels a booked appointment if it still has that version.
 * @returns whether this call canceled it
 */
export function markCancelled(db: Transaction, { id, version }: Version, now: Date): boolean {
  const cancelled = { status: 'cancelled', cancelledAt: now, version: version + 1 } as const
  return changeRow(db, appointments, cancelled, isExpected({ id, version }))
}

/**
 * Changes the patient of an expected appointment if it still has that version. The database refuses conflicts
 * with the new patient's appointments.
 * @returns the changed appointment; undefined when it has another version
 */
export function changePatient(
  db: Transaction,
  { id, version }: Version,
  patient: Pick<AppointmentRow, 'childId' | 'childName' | 'childBirthDate' | 'overrideReason'>,
): AppointmentRow | undefined {
  return db
    .update(appointments)
    .set({ ...patient, version: version + 1 })
    .where(isExpected({ id, version }))
    .returning()
    .get()
}

/** The families of these appointments, each once: uids, and ids of families without an account. */
export function familiesOf(
  rows: readonly Pick<AppointmentRow, 'patientUid' | 'deskFamilyId'>[],
): string[] {
  return [
    ...new Set(rows.flatMap(({ patientUid, deskFamilyId }) => patientUid ?? deskFamilyId ?? [])),
  ]
}

/** The columns that record a family's move. */
export type MoveRecord = Pick<
  AppointmentRow,
  'moves' | 'refundCeiling' | 'refundCeilingOf' | 'illMoveUsed'
>

/** The time and doctor of an appointment. */
type AppointmentTime = Pick<
  AppointmentRow,
  'date' | 'startMinute' | 'lengthMinutes' | 'doctorId' | 'doctorName'
> &
  Partial<Pick<AppointmentRow, 'overrideReason' | 'squeezed'>>

/**
 * Moves a booked appointment if it still has that version. Price and payment stay.
 * @returns `changed` when it has another version; `taken` when the slot or the patient is not free
 */
export function moveAppointment(
  db: Transaction,
  { id, version }: Version,
  time: AppointmentTime & Partial<MoveRecord>,
): 'moved' | 'changed' | 'taken' {
  try {
    const moved = { ...time, version: version + 1 }
    return changeRow(db, appointments, moved, isSame({ id, version })) ? 'moved' : 'changed'
  } catch (error) {
    const isTaken = error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE'
    if (isTaken || isOverlap(error)) return 'taken'
    throw error
  }
}

/** Whether a trigger refused a write because it overlaps another appointment or a held time. */
function isOverlap(error: unknown): boolean {
  return error instanceof SqliteError && error.message.startsWith('overlap:')
}
