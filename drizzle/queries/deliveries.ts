import { and, asc, count, eq, inArray, lte, min, type Placeholder, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { eventDeliveries, events } from '../schema.ts'

// A delivery is one event for one handler (design section 7). It is
//   pending  waits: `due_at` says from when it may be taken, or handed to the queue again
//   running  in some process's hands: `due_at` is the end of its lease, which it renews
//   done     the handler succeeded
//   parked   given up after the last attempt, until somebody retries it
// `attempts` counts the starts. It is the fencing token too: a process whose lease lapsed
// finds the number changed, and its word on a failure no longer counts.

export interface DeliveryKey {
  eventId: string
  handler: string
}

export interface DeliveredEvent {
  id: string
  kind: string
  /** Uid of who did it; null for the clinic's own processes. */
  actor: string | null
  /** Id of what it happened to. */
  subject: string
  data: Record<string, unknown>
  occurredAt: Date
}

export interface ClaimedDelivery extends DeliveryKey {
  /** Which attempt this is, counted from 1. */
  attempt: number
  event: DeliveredEvent
}

/** A delivery to hand to the queue. */
export interface QueuedDelivery extends DeliveryKey {
  attempts: number
}

/** How much of an error's message is kept. */
const ERROR_LENGTH = 500

/**
 * The literal matches the partial index's own condition; a bound value would not, and the search
 * would read every delivery ever made.
 */
export const isUnfinished = sql`${eventDeliveries.status} <> 'done'`
const waiting = and(isUnfinished, inArray(eventDeliveries.status, ['pending', 'running']))

function is({ eventId, handler }: Record<keyof DeliveryKey, string | Placeholder>) {
  return and(eq(eventDeliveries.eventId, eventId), eq(eventDeliveries.handler, handler))
}

/** The claim is still in the hands of whoever made it. */
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

// What each event goes through; what follows a failure is written where it is needed.
const statements = preparedOnce((db: Database) => ({
  due: db
    .select({
      eventId: eventDeliveries.eventId,
      handler: eventDeliveries.handler,
      attempts: eventDeliveries.attempts,
    })
    .from(eventDeliveries)
    .where(and(waiting, lte(eventDeliveries.dueAt, sql.placeholder('now'))))
    .orderBy(asc(eventDeliveries.dueAt), asc(eventDeliveries.eventId))
    .limit(sql.placeholder('limit'))
    .prepare(),
  nextDue: db
    .select({ dueAt: min(eventDeliveries.dueAt) })
    .from(eventDeliveries)
    .where(waiting)
    .prepare(),
  start: db
    .update(eventDeliveries)
    .set({
      status: 'running',
      attempts: sql`${eventDeliveries.attempts} + 1`,
      dueAt: sql`${sql.placeholder('leaseUntil')}`,
    })
    .where(isThatOne)
    .returning({ attempt: eventDeliveries.attempts })
    .prepare(),
  event: db
    .select()
    .from(events)
    .where(eq(events.id, sql.placeholder('eventId')))
    .prepare(),
  markDone: db
    .update(eventDeliveries)
    .set({ status: 'done', lastError: null })
    .where(isThatOne)
    .prepare(),
}))

/** Whether a delivery is due by now. */
export function hasDue(db: Database, now: Date): boolean {
  return selectDue(db, now, 1).length > 0
}

/** What is due by now, oldest due first: waiting for its time, or its lease has lapsed. */
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
  const event = statements(db).event.get({ eventId })
  return delivery && event && { ...key, attempt: delivery.attempt, event }
}

/**
 * Takes up to `limit` due deliveries for `leaseMs` milliseconds; no other process gets them
 * meanwhile. Call it in a write transaction.
 */
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
 * Takes one delivery that the queue has brought, whatever its due time. Call it in a write
 * transaction.
 * @returns the claim, or why there is none: it is finished, in another process's hands, or unknown
 */
export function claimDelivery(
  db: Database,
  key: DeliveryKey,
  now: Date,
  leaseMs: number,
): ClaimedDelivery | 'finished' | 'held' | 'unknown' {
  const delivery = db.select().from(eventDeliveries).where(is(key)).get()
  if (!delivery) return 'unknown'
  if (delivery.status === 'done' || delivery.status === 'parked') return 'finished'
  if (delivery.status === 'running' && delivery.dueAt > now) return 'held'
  return startAttempt(db, key, after(now, leaseMs)) ?? 'unknown'
}

/** Keeps a claim for another `leaseMs` milliseconds; false when it has been lost. */
export function renewLease(
  db: Database,
  claim: ClaimedDelivery,
  now: Date,
  leaseMs: number,
): boolean {
  const { changes } = db
    .update(eventDeliveries)
    .set({ dueAt: after(now, leaseMs) })
    .where(isHeld(claim))
    .run()
  return changes === 1
}

/** The handler has succeeded. That holds even when the lease was lost: the effect is there. */
export function markDone(db: Database, { eventId, handler }: ClaimedDelivery): void {
  statements(db).markDone.run({ eventId, handler })
}

/** The attempt failed: another one from `dueAt` on. */
export function retryLater(db: Database, claim: ClaimedDelivery, error: string, dueAt: Date): void {
  db.update(eventDeliveries)
    .set({ status: 'pending', dueAt, lastError: error.slice(0, ERROR_LENGTH) })
    .where(isHeld(claim))
    .run()
}

/** Gives the delivery up until somebody retries it; false when it is in other hands by now. */
export function park(db: Database, claim: ClaimedDelivery, error: string): boolean {
  const { changes } = db
    .update(eventDeliveries)
    .set({ status: 'parked', lastError: error.slice(0, ERROR_LENGTH) })
    .where(isHeld(claim))
    .run()
  return changes === 1
}

/** Hands an unfinished claim back at shutdown; the attempt does not count, for it did not fail. */
export function handBack(db: Database, claim: ClaimedDelivery, now: Date): void {
  db.update(eventDeliveries)
    .set({ status: 'pending', attempts: claim.attempt - 1, dueAt: now })
    .where(isHeld(claim))
    .run()
}

/**
 * Picks up to `limit` due deliveries to hand to the queue. Each is due again after `holdMs`
 * milliseconds, so that one whose job got lost is handed over again. Call it in a write
 * transaction.
 */
export function takeForQueue(
  db: Database,
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

/**
 * The queue did not take them: those that no worker has begun meanwhile are due at once. Call it
 * in a write transaction.
 */
export function takeBackFromQueue(db: Database, keys: readonly DeliveryKey[], now: Date): void {
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

/**
 * How many deliveries stand in which state. It reads all that were ever made; what is watched all
 * the time is in `figures.ts`.
 */
export function countDeliveries(
  db: Database,
): Record<'pending' | 'running' | 'done' | 'parked', number> {
  const counts = { pending: 0, running: 0, done: 0, parked: 0 }
  const rows = db
    .select({ status: eventDeliveries.status, count: count() })
    .from(eventDeliveries)
    .groupBy(eventDeliveries.status)
    .all()
  for (const row of rows) counts[row.status] = row.count
  return counts
}
