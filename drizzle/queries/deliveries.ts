import { and, asc, count, eq, inArray, lte, min, type Placeholder, sql } from 'drizzle-orm'
import { changeRow, type Database, type Transaction } from '../client.ts'
import { prepareOnce, selectBy } from '../prepared-statements.ts'
import { eventDeliveries, events } from '../schema/index.ts'

// A delivery is one event for one handler. Its status is
//   pending  waiting: may be claimed, or handed to the queue again, from `due_at` on
//   running  claimed by a process: `due_at` is the end of its lease, which it renews
//   done     the handler succeeded
//   failed   the last attempt failed; `npm run events -- retry` makes it pending again
// `attempts` counts the starts. It is the fencing token too: a process whose lease has expired
// finds the number changed and can no longer record a failure.

interface DeliveryKey {
  eventId: string
  handler: string
}

export type DeliveredEvent = typeof events.$inferSelect

export interface ClaimedDelivery extends DeliveryKey {
  /** The number of this attempt, counted from 1. */
  attempt: number
  event: DeliveredEvent
}

/** A delivery to hand to the queue. */
export interface QueuedDelivery extends DeliveryKey {
  attempts: number
}

/** How many characters of an error's message are stored. */
const ERROR_LENGTH = 500

/** A literal, as in the partial index: SQLite would not use the index with a bound value. */
export const isUnfinished = sql`${eventDeliveries.status} <> 'done'`
const waiting = and(isUnfinished, inArray(eventDeliveries.status, ['pending', 'running']))
const isFailed = and(isUnfinished, eq(eventDeliveries.status, 'failed'))

function is({ eventId, handler }: Record<keyof DeliveryKey, string | Placeholder>) {
  return and(eq(eventDeliveries.eventId, eventId), eq(eventDeliveries.handler, handler))
}

/** Whether no other process has taken over the claim. */
function isHeld(claim: ClaimedDelivery) {
  return and(
    is(claim),
    eq(eventDeliveries.status, 'running'),
    eq(eventDeliveries.attempts, claim.attempt),
  )
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

const isThatOne = is({
  eventId: sql.placeholder('eventId'),
  handler: sql.placeholder('handler'),
})

const statements = prepareOnce((db: Database) => ({
  due: db
    .select({
      eventId: eventDeliveries.eventId,
      handler: eventDeliveries.handler,
      attempts: eventDeliveries.attempts,
    })
    .from(eventDeliveries)
    .where(and(waiting, lte(eventDeliveries.dueAt, sql.placeholder('now'))))
    .orderBy(asc(eventDeliveries.dueAt), asc(eventDeliveries.eventId))
    .limit(sql.placeholder('limit')),
  nextDue: db
    .select({ dueAt: min(eventDeliveries.dueAt) })
    .from(eventDeliveries)
    .where(waiting),
  start: db
    .update(eventDeliveries)
    .set({
      status: 'running',
      attempts: sql`${eventDeliveries.attempts} + 1`,
      dueAt: sql`${sql.placeholder('leaseUntil')}`,
    })
    .where(isThatOne)
    .returning({ attempt: eventDeliveries.attempts }),
  event: selectBy(db, events, events.id),
  markDone: db.update(eventDeliveries).set({ status: 'done', lastError: null }).where(isThatOne),
}))

/** Whether any delivery is due. */
export function hasDue(db: Database, now: Date): boolean {
  return selectDue(db, now, 1).length > 0
}

/** Due deliveries, longest due first: pending ones, and running ones whose lease has expired. */
function selectDue(db: Database, now: Date, limit: number) {
  return statements(db).due.all({ now: now.getTime(), limit })
}

function startAttempt(
  db: Database,
  { eventId, handler }: DeliveryKey,
  leaseUntil: Date,
): ClaimedDelivery | undefined {
  const key = { eventId, handler }
  const delivery = statements(db).start.get({ ...key, leaseUntil: leaseUntil.getTime() })
  const event = statements(db).event.get(eventId)
  return delivery && event && { ...key, attempt: delivery.attempt, event }
}

/** Claims up to `limit` due deliveries for `leaseMs` milliseconds. */
export function claimDue(
  db: Database,
  now: Date,
  limit: number,
  leaseMs: number,
): ClaimedDelivery[] {
  return selectDue(db, now, limit).flatMap(
    (key) => startAttempt(db, key, after(now, leaseMs)) ?? [],
  )
}

/**
 * Claims the delivery of a queue's job, whatever its due time.
 * @returns the claim, or why there is none: finished, held by another process, or unknown
 */
export function claimDelivery(
  db: Database,
  key: DeliveryKey,
  now: Date,
  leaseMs: number,
): ClaimedDelivery | 'finished' | 'held' | 'unknown' {
  const delivery = db.select().from(eventDeliveries).where(is(key)).get()
  if (!delivery) return 'unknown'
  if (delivery.status === 'done' || delivery.status === 'failed') return 'finished'
  if (delivery.status === 'running' && delivery.dueAt > now) return 'held'
  return startAttempt(db, key, after(now, leaseMs)) ?? 'unknown'
}

/** Renews a claim for another `leaseMs` milliseconds; false when it has been lost. */
export function renewLease(
  db: Transaction,
  claim: ClaimedDelivery,
  now: Date,
  leaseMs: number,
): boolean {
  return changeRow(db, eventDeliveries, { dueAt: after(now, leaseMs) }, isHeld(claim))
}

/** Records success, even if the lease expired: the handler's work is done. */
export function markDone(db: Transaction, { eventId, handler }: ClaimedDelivery): void {
  statements(db).markDone.run({ eventId, handler })
}

/** Records a failed attempt; the next one may start at `dueAt`. */
export function retryLater(
  db: Transaction,
  claim: ClaimedDelivery,
  error: string,
  dueAt: Date,
): void {
  db.update(eventDeliveries)
    .set({ status: 'pending', dueAt, lastError: error.slice(0, ERROR_LENGTH) })
    .where(isHeld(claim))
    .run()
}

/** Records that the last attempt failed; false when another process has taken over the claim. */
export function markFailed(db: Transaction, claim: ClaimedDelivery, error: string): boolean {
  const failed = { status: 'failed', lastError: error.slice(0, ERROR_LENGTH) } as const
  return changeRow(db, eventDeliveries, failed, isHeld(claim))
}

export type FailedDelivery = ReturnType<typeof listFailedDeliveries>[number]

/** Failed deliveries, oldest event first. */
export function listFailedDeliveries(db: Database) {
  return db
    .select({
      eventId: eventDeliveries.eventId,
      handler: eventDeliveries.handler,
      kind: events.kind,
      subject: events.subject,
      occurredAt: events.occurredAt,
      attempts: eventDeliveries.attempts,
      lastError: eventDeliveries.lastError,
    })
    .from(eventDeliveries)
    .innerJoin(events, eq(events.id, eventDeliveries.eventId))
    .where(isFailed)
    .orderBy(asc(eventDeliveries.eventId), asc(eventDeliveries.handler))
    .all()
}

/**
 * Makes failed deliveries due again, with all their attempts.
 * @param eventId only deliveries of this event
 * @returns how many
 */
export function retryFailedDeliveries(db: Transaction, now: Date, eventId?: string): number {
  const { changes } = db
    .update(eventDeliveries)
    .set({ status: 'pending', attempts: 0, dueAt: now, lastError: null })
    .where(and(isFailed, eventId === undefined ? undefined : eq(eventDeliveries.eventId, eventId)))
    .run()
  return changes
}

/** Releases an unfinished claim at shutdown, without counting the attempt. */
export function handBack(db: Transaction, claim: ClaimedDelivery, now: Date): void {
  db.update(eventDeliveries)
    .set({ status: 'pending', attempts: claim.attempt - 1, dueAt: now })
    .where(isHeld(claim))
    .run()
}

/**
 * Takes up to `limit` due deliveries for the queue. Each becomes due again after `holdMs` milliseconds, so
 * that a lost job is queued again.
 */
export function takeForQueue(
  db: Transaction,
  now: Date,
  limit: number,
  holdMs: number,
): QueuedDelivery[] {
  const due = selectDue(db, now, limit)
  for (const key of due) {
    db.update(eventDeliveries)
      .set({ status: 'pending', dueAt: after(now, holdMs) })
      .where(is(key))
      .run()
  }
  return due
}

/** Makes deliveries that the queue refused due at once, except those that a worker has already started. */
export function takeBackFromQueue(db: Transaction, keys: readonly DeliveryKey[], now: Date): void {
  for (const key of keys) {
    db.update(eventDeliveries)
      .set({ dueAt: now })
      .where(and(is(key), eq(eventDeliveries.status, 'pending')))
      .run()
  }
}

/** When the next unfinished delivery is due; null when there is none. */
export function nextDueAt(db: Database): Date | null {
  return statements(db).nextDue.get()?.dueAt ?? null
}

/** Counts deliveries by status. Reads all of them; metrics use `readMetrics` instead. */
export function countDeliveries(
  db: Database,
): Record<'pending' | 'running' | 'done' | 'failed', number> {
  const counts = { pending: 0, running: 0, done: 0, failed: 0 }
  const rows = db
    .select({ status: eventDeliveries.status, count: count() })
    .from(eventDeliveries)
    .groupBy(eventDeliveries.status)
    .all()
  for (const row of rows) counts[row.status] = row.count
  return counts
}
