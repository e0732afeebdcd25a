import { and, eq, sql } from 'drizzle-orm'
import type { Slot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { OccupiedTime } from '#contract/schedule/free-times.ts'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { insertInto, prepareOnce } from '#drizzle/prepared-statements.ts'
import { appointments, freedTimes, holds, offers, openedTimes } from '#drizzle/schema/index.ts'

// Times that were freed and wait until families have been asked.

export type FreedTimeRow = typeof freedTimes.$inferSelect
export type OpenedTimesRow = typeof openedTimes.$inferSelect

/** A part of a day of a doctor, or of a treatment without doctors. */
interface PlacedTime extends OccupiedTime {
  date: IsoDate
}

const RESOURCE = sql`coalesce(doctor_id, treatment_id)`

const isWaiting = sql`${freedTimes.state} = 'offering' and not exists (select 1 from ${offers}
  where ${offers.freedTimeId} = ${freedTimes.id} and ${offers.state} = 'open')`

const isOverlapping = sql`start_minute < ${sql.placeholder('endMinute')}
  and start_minute + length_minutes > ${sql.placeholder('startMinute')}`

const statements = prepareOnce((db: Database) => ({
  insert: insertInto(db, freedTimes),
  countOffer: db
    .update(freedTimes)
    .set({ offers: sql`offers + 1`, hiddenUntil: null })
    .where(and(eq(freedTimes.id, sql.placeholder('id')), eq(freedTimes.state, 'offering'))),
  waitingAt: db
    .select()
    .from(freedTimes)
    .where(
      and(
        isWaiting,
        eq(freedTimes.date, sql.placeholder('date')),
        sql`${RESOURCE} = ${sql.placeholder('resource')}`,
        isOverlapping,
      ),
    ),
  openedAt: db
    .select()
    .from(openedTimes)
    .where(
      sql`${sql.placeholder('date')} between from_date and to_date
        and (${openedTimes.doctorId} is null or ${openedTimes.doctorId} = ${sql.placeholder('doctorId')})
        and from_minute < ${sql.placeholder('endMinute')} and to_minute > ${sql.placeholder('startMinute')}
        and not exists (select 1 from ${freedTimes} where ${freedTimes.openedId} = ${openedTimes.id}
          and ${freedTimes.date} = ${sql.placeholder('date')}
          and coalesce(${freedTimes.doctorId}, ${freedTimes.treatmentId}) = ${sql.placeholder('resource')}
          and ${freedTimes.startMinute} <= ${sql.placeholder('startMinute')}
          and ${freedTimes.startMinute} + ${freedTimes.lengthMinutes} >= ${sql.placeholder('endMinute')})`,
    ),
}))

export function insertFreedTime(
  db: Transaction,
  freed: typeof freedTimes.$inferInsert,
): FreedTimeRow {
  return statements(db).insert.get(freed)
}

export function findFreedTime(db: Database, id: string): FreedTimeRow | undefined {
  return db.select().from(freedTimes).where(eq(freedTimes.id, id)).get()
}

/** Counts an offer of a freed time, which the offer now holds. */
export function countOffer(db: Transaction, id: string): void {
  statements(db).countOffer.run({ id })
}

export function updateFreedTime(
  db: Transaction,
  id: string,
  change: Partial<Pick<FreedTimeRow, 'state' | 'hiddenUntil'>>,
): void {
  db.update(freedTimes)
    .set(change)
    .where(and(eq(freedTimes.id, id), eq(freedTimes.state, 'offering')))
    .run()
}

/** A freed time while it waits for its next family. */
export function findWaitingTime(db: Database, id: string): FreedTimeRow | undefined {
  return db
    .select()
    .from(freedTimes)
    .where(and(eq(freedTimes.id, id), isWaiting))
    .get()
}

/** Freed times that wait for their next family and overlap this time. */
export function listWaitingAt(db: Database, time: PlacedTime): FreedTimeRow[] {
  return statements(db).waitingAt.all(valuesOf(time))
}

/** Opened times that contain this time and have not been offered there yet. */
export function listOpenedAt(db: Database, time: PlacedTime): OpenedTimesRow[] {
  return statements(db).openedAt.all(valuesOf(time))
}

function valuesOf({ date, treatmentId, doctorId, startMinute, lengthMinutes }: PlacedTime) {
  const endMinute = startMinute + lengthMinutes
  return { date, doctorId, resource: doctorId ?? treatmentId, startMinute, endMinute }
}

/** Ends the wait of freed times that overlap a time that a family accepted together with another. */
export function endWaitingAt(db: Transaction, time: PlacedTime): void {
  for (const { id } of listWaitingAt(db, time)) {
    updateFreedTime(db, id, { state: 'booked', hiddenUntil: null })
  }
}

export function insertOpenedTimes(db: Transaction, opened: Omit<OpenedTimesRow, 'asked'>): void {
  db.insert(openedTimes).values(opened).run()
}

export function findOpenedTimes(db: Database, id: string): OpenedTimesRow | undefined {
  return db.select().from(openedTimes).where(eq(openedTimes.id, id)).get()
}

/** Records how far opened times were offered. */
export function advanceOpenedTimes(
  db: Transaction,
  id: string,
  reached: Pick<OpenedTimesRow, 'fromDate' | 'asked' | 'hiddenUntil'>,
): void {
  db.update(openedTimes).set(reached).where(eq(openedTimes.id, id)).run()
}

/** Deletes opened times that were offered completely: times that are not held are public. */
export function deleteOpenedTimes(db: Transaction, id: string): void {
  db.delete(openedTimes).where(eq(openedTimes.id, id)).run()
}

/**
 * Whether a hidden time has become visible without being offered: free times then change without an event.
 */
export function hasOverdueTime(db: Database): boolean {
  const isOverdue = sql`hidden_until <= ${Date.now()}`
  return (
    hasRow(db, freedTimes, and(sql`state = 'offering'`, isOverdue)) ||
    hasRow(db, openedTimes, isOverdue)
  )
}

/** Whether an appointment or a hold of the same doctor or treatment overlaps a time. */
export function isOccupied(
  db: Database,
  { treatmentId, doctorId, date, startMinute, lengthMinutes }: OccupiedTime & { date: IsoDate },
): boolean {
  const resource = doctorId ?? treatmentId
  const overlapping = sql`date = ${date} and coalesce(doctor_id, treatment_id) = ${resource}
    and start_minute < ${startMinute + lengthMinutes}
    and start_minute + length_minutes > ${startMinute}`
  const isBooked = and(sql`status = 'booked' and squeezed = 0`, overlapping)
  return hasRow(db, appointments, isBooked) || hasRow(db, holds, overlapping)
}

/** Whether the waiting list holds a part of that time for the treatment, or for one of its doctors. */
export function isHeld(
  db: Database,
  { date, startMinute, lengthMinutes }: Slot & { date: IsoDate },
  resources: readonly string[],
): boolean {
  const overlapping = sql`date = ${date} and ${RESOURCE} in ${[...resources]}
    and start_minute < ${startMinute + lengthMinutes}
    and start_minute + length_minutes > ${startMinute}`
  const isHidden = sql`hidden_until > ${Date.now()}`
  return (
    hasRow(db, holds, overlapping) ||
    hasRow(db, freedTimes, and(sql`state = 'offering'`, isHidden, overlapping)) ||
    hasRow(
      db,
      openedTimes,
      and(
        isHidden,
        sql`${date} between from_date and to_date
          and (doctor_id is null or doctor_id in ${[...resources]})
          and from_minute < ${startMinute + lengthMinutes} and to_minute > ${startMinute}`,
      ),
    )
  )
}
