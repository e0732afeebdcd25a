import { and, asc, eq, gte, max, or, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { CallOutcome } from '#contract/front-desk/todo.ts'
import { countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { inOrderOf } from '#drizzle/in-order-of.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  clinicChanges,
  deskFamilies,
  notifications,
  offers,
  todoMarks,
  users,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'
import { type AppointmentPage, countInIndex, listPageIds } from '../booking/appointment-pages.ts'
import type { AppointmentRow } from '../booking/appointments.ts'
import { familyLanguage, isReachable, isUnreachable } from '../notifications/unreachable.ts'
import { countClosedToCall, countOfferedToCall } from '../waitlist/entry-lists.ts'

export type TodoMarkRow = typeof todoMarks.$inferSelect
type ClinicChangeRow = typeof clinicChanges.$inferSelect

/** A family's appointment on a list, and whether emails reach the family. */
export interface WaitingRow {
  appointment: AppointmentRow
  mark: TodoMarkRow | null
  isReachable: boolean
  /** Whether the account has not verified its address. */
  isUnverified: boolean
  /** Of the family's emails; null for English. */
  language: Translation | null
}

/** An unpaid past visit. */
export interface OwingRow extends WaitingRow {
  /** When the family was last sent a request to pay. */
  askedAt: Date | null
}

/** An appointment that the clinic changed and that no email was about. */
export interface CallRow extends WaitingRow {
  change: ClinicChangeRow
}

function waiting(db: Database, list: TodoMarkRow['list']) {
  return db
    .select({
      appointment: appointments,
      mark: todoMarks,
      isReachable: isReachable.mapWith(Boolean),
      isUnverified: sql<number>`${users.emailVerified} = 0`.mapWith(Boolean),
      language: familyLanguage,
      change: clinicChanges,
    })
    .from(appointments)
    .leftJoin(users, eq(users.uid, appointments.patientUid))
    .leftJoin(deskFamilies, eq(deskFamilies.id, appointments.deskFamilyId))
    .leftJoin(todoMarks, and(eq(todoMarks.list, list), eq(todoMarks.subject, appointments.id)))
    .leftJoin(clinicChanges, eq(clinicChanges.appointmentId, appointments.id))
}

/** The days whose unpaid visits are listed. */
interface OwingDays {
  from: IsoDate
  /** The last one. */
  to: IsoDate
}

// As in the partial index.
const isOwing = ({ from, to }: OwingDays) => sql`status = 'booked' and paid = 0
  and attendance <> 'no_show' and billed_elsewhere = 0 and price_cents > 0
  and ${appointments.date} between ${from} and ${to}`

/** Unpaid past visits of these days, oldest first. */
export function listOwing(
  db: Database,
  { after, limit, ...days }: OwingDays & AppointmentPage,
): OwingRow[] {
  const ids = listPageIds(db, isOwing(days), { after, limit })
  const rows = waiting(db, 'owing').where(isAmong(appointments.id, ids)).all()
  const askedAt = readLastAsked(db, ids)
  return inOrderOf(ids, rows, ({ appointment }) => appointment.id).map((row) => ({
    ...row,
    askedAt: askedAt.get(row.appointment.id) ?? null,
  }))
}

/** When families were last sent a request to pay, by appointment. */
function readLastAsked(db: Database, ids: readonly string[]): ReadonlyMap<string, Date> {
  const { appointmentId, kind, createdAt } = notifications
  const rows = db
    .select({ id: sql<string>`${appointmentId}`, at: max(createdAt) })
    .from(notifications)
    .where(and(isAmong(appointmentId, ids), eq(kind, 'payment_due')))
    .groupBy(appointmentId)
    .all()
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at]] : [])))
}

/** How many past visits are unpaid, and their prices in cents, grouped by age. */
export function sumOwing(
  db: Database,
  days: OwingDays,
  /** First days of the groups, the youngest group first. */
  starts: readonly IsoDate[],
): { count: number; cents: number }[] {
  // One pass over the days, each of which is in one group.
  const all = { from: starts.at(-1) ?? days.from, to: days.to }
  // Names the index, because SQLite would otherwise read each appointment of the days.
  const rows = db.all<{ date: IsoDate; count: number; cents: number }>(sql`
    select date, count(*) as count, sum(price_cents) as cents
    from appointments indexed by appointments_unpaid
    where ${isOwing(all)} group by date`)
  return starts.map((start, index) => {
    const before = starts[index - 1]
    const own = rows.filter((row) => row.date >= start && (!before || row.date < before))
    return {
      count: own.reduce((sum, row) => sum + row.count, 0),
      cents: own.reduce((sum, row) => sum + row.cents, 0),
    }
  })
}

/** How many `listOwing` has on all pages. */
export function countOwing(db: Database, days: OwingDays): number {
  return countInIndex(db, 'appointments_unpaid', isOwing(days))
}

/** Records that the clinic has canceled or moved an appointment on its own. */
export function recordClinicChange(db: Transaction, change: ClinicChangeRow): void {
  const { what, date, changedAt } = change
  db.insert(clinicChanges)
    .values(change)
    .onConflictDoUpdate({ target: clinicChanges.appointmentId, set: { what, date, changedAt } })
    .run()
  forgetCall(db, change.appointmentId)
}

const statements = prepareOnce((db: Database) => ({
  forgetCall: db
    .delete(todoMarks)
    .where(and(eq(todoMarks.list, 'calls'), eq(todoMarks.subject, sql.placeholder('subject')))),
}))

/**
 * Removes the mark of an earlier call, because the family is to be called about something new.
 * @param subject id of an appointment or of an entry of the waiting list
 */
export function forgetCall(db: Transaction, subject: string): void {
  statements(db).forgetCall.run({ subject })
}

// An email about the change was sent, or is due.
const isTold = sql`exists (
  select 1 from ${notifications} as told
  where told.appointment_id = ${clinicChanges.appointmentId} and told.kind = ${clinicChanges.what}
    and told.created_at >= ${clinicChanges.changedAt} and told.state in ('due', 'sending', 'sent'))`

/**
 * Which calls are listed: about appointments from a day on, and about later cancellations since an
 * instant.
 */
export interface CallTimes {
  from: IsoDate
  canceledSince: Date
}

const isToCall = ({ from, canceledSince }: CallTimes) =>
  and(
    or(
      gte(clinicChanges.date, from),
      and(gte(clinicChanges.changedAt, canceledSince), eq(clinicChanges.what, 'cancelled')),
    ),
    sql`not ${isTold}`,
  )

/** Changes by the clinic that no email reports to the family. */
export function listToCall(db: Database, times: CallTimes): CallRow[] {
  const ids = db
    .select({ id: clinicChanges.appointmentId })
    .from(clinicChanges)
    .where(isToCall(times))
    .all()
    .map((row) => row.id)
  return waiting(db, 'calls')
    .where(isAmong(appointments.id, ids))
    .orderBy(
      sql`${todoMarks.outcome} is 'reached'`,
      asc(appointments.date),
      asc(appointments.startMinute),
      asc(appointments.id),
    )
    .all()
    .flatMap(({ change, ...row }) => (change ? [{ ...row, change }] : []))
}

/** A re-offered appointment whose family is to be called; its time is still held. */
export interface UnansweredRow extends WaitingRow {
  offer: typeof offers.$inferSelect
}

/** Open re-offers that were not answered in time, or that no email tells their families. */
const unansweredFrom = (now: Date) => sql`from ${offers}
  join ${waitlistEntries} on ${waitlistEntries.id} = ${offers.entryId}
  left join ${deskFamilies} on ${deskFamilies.id} = ${waitlistEntries.deskFamilyId}
  left join ${users} on ${users.uid} = coalesce(${waitlistEntries.uid}, ${deskFamilies.linkedUid})
  where ${offers.state} = 'open' and ${waitlistEntries.closureId} is not null
    and (${offers.answerBy} <= ${now.getTime()} or not ${isReachable})`

/** The next one to be canceled first; families that staff have reached come last. */
export function listUnanswered(db: Database, now: Date): UnansweredRow[] {
  const unanswered = db.all<{ id: string; offerId: string }>(
    sql`select ${waitlistEntries.appointmentId} as id, ${offers.id} as offerId ${unansweredFrom(now)}
      order by ${offers.expiresAt}, ${offers.id}`,
  )
  const ids = unanswered.map(({ id }) => id)
  const offerIds = unanswered.map(({ offerId }) => offerId)
  const rows = waiting(db, 'calls').where(isAmong(appointments.id, ids)).all()
  const rowOf = new Map(rows.map((row) => [row.appointment.id, row]))
  const held = db.select().from(offers).where(isAmong(offers.id, offerIds)).all()
  const offerOf = new Map(held.map((offer) => [offer.id, offer]))
  const isReached = ({ mark }: UnansweredRow) => mark?.outcome === 'reached'
  const found = unanswered.flatMap(({ id, offerId }) => {
    const [row, offer] = [rowOf.get(id), offerOf.get(offerId)]
    return row && offer ? [{ ...row, offer }] : []
  })
  return [...found.filter((row) => !isReached(row)), ...found.filter(isReached)]
}

/** How many of these calls are open. */
function countUnanswered(db: Database, now: Date): number {
  const found = db.get<{ count: number }>(sql`select count(*) as count ${unansweredFrom(now)}
    and not exists (select 1 from ${todoMarks} where list = 'calls' and outcome = 'reached'
      and subject = ${waitlistEntries.appointmentId})`)
  return found?.count ?? 0
}

/** How many calls are open. */
export function countToCall(db: Database, times: CallTimes, now: Date): number {
  const changes = countRows(
    db,
    clinicChanges,
    and(
      isToCall(times),
      sql`not exists (select 1 from ${todoMarks} where list = 'calls'
        and subject = ${clinicChanges.appointmentId} and outcome = 'reached')`,
    ),
  )
  const offered = countOfferedToCall(db, now)
  return changes + countClosedToCall(db, times.from) + offered + countUnanswered(db, now)
}

/** Ends the call about a change, because the family has since decided about the appointment. */
export function deleteClinicChange(db: Transaction, appointmentId: string): void {
  db.delete(clinicChanges).where(eq(clinicChanges.appointmentId, appointmentId)).run()
}

/** How many families have a bounced address. */
export function countUnreachable(db: Database): number {
  return (
    countRows(db, users, isUnreachable(users)) +
    countRows(db, deskFamilies, and(isUnreachable(deskFamilies), sql`linked_uid is null`))
  )
}

/** The mark of an entry; undefined when it has none. */
export function findMark(
  db: Database,
  { list, subject }: Pick<TodoMarkRow, 'list' | 'subject'>,
): TodoMarkRow | undefined {
  return db
    .select()
    .from(todoMarks)
    .where(and(eq(todoMarks.list, list), eq(todoMarks.subject, subject)))
    .get()
}

/** The claims in these lists since an instant. */
export function listClaims(
  db: Database,
  lists: readonly TodoMarkRow['list'][],
  since: Date,
): TodoMarkRow[] {
  return db
    .select()
    .from(todoMarks)
    .where(and(isAmong(todoMarks.list, lists), gte(todoMarks.claimedAt, since)))
    .all()
}

/** Writes the mark of an entry. */
export function writeMark(
  db: Transaction,
  mark: Omit<TodoMarkRow, 'outcome'> & { outcome: CallOutcome | null },
): void {
  const { list: _, subject: __, ...set } = mark
  db.insert(todoMarks)
    .values(mark)
    .onConflictDoUpdate({ target: [todoMarks.list, todoMarks.subject], set })
    .run()
}
