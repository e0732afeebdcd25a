import { and, asc, count, eq, inArray, isNull, lte, min, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
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

export interface ParkedDelivery extends DeliveryKey {
  kind: string
  subject: string
  occurredAt: Date
  attempts: number
  lastError: string | null
}

export type DeliveryCounts = Record<'pending' | 'running' | 'done' | 'parked', number>

/** A delivery to hand to the queue. */
export interface QueuedDelivery extends DeliveryKey {
  attempts: number
}

/** How much of an error's message is kept. */
const ERROR_LENGTH = 500

// The literal matches the partial index's own condition; a bound value would not, and the
// search would read every delivery ever made.
const unfinished = sql`${eventDeliveries.status} <> 'done'`
const waiting = and(unfinished, inArray(eventDeliveries.status, ['pending', 'running']))

function is({ eventId, handler }: DeliveryKey) {
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

const isUnpublished = isNull(events.publishedAt)

/** Whether there are events whose deliveries have not been written yet. */
export function hasUnpublished(db: Database): boolean {
  return db.select({ id: events.id }).from(events).where(isUnpublished).limit(1).get() !== undefined
}

/**
 * Writes one pending delivery for each handler of each unpublished event and marks those events
 * published. Call it in a write transaction; several processes may do so.
 * @param handlersOf names of the handlers that subscribe to a kind of event
 * @returns how many events were published, at most `limit`
 */
export function fanOut(
  db: Database,
  handlersOf: (kind: string) => readonly string[],
  now: Date,
  limit: number,
): number {
  const unpublished = db
    .select({ id: events.id, kind: events.kind })
    .from(events)
    .where(isUnpublished)
    .orderBy(asc(events.id))
    .limit(limit)
    .all()
  for (const { id, kind } of unpublished) {
    for (const handler of handlersOf(kind)) {
      db.insert(eventDeliveries)
        .values({ eventId: id, handler, dueAt: now })
        .onConflictDoNothing()
        .run()
    }
    db.update(events).set({ publishedAt: now }).where(eq(events.id, id)).run()
  }
  return unpublished.length
}

/** Whether a delivery is due by now. */
export function hasDue(db: Database, now: Date): boolean {
  return selectDue(db, now, 1).length > 0
}

/** What is due by now, oldest due first: waiting for its time, or its lease has lapsed. */
function selectDue(db: Database, now: Date, limit: number) {
  return db
    .select({
      eventId: eventDeliveries.eventId,
      handler: eventDeliveries.handler,
      attempts: eventDeliveries.attempts,
    })
    .from(eventDeliveries)
    .where(and(waiting, lte(eventDeliveries.dueAt, now)))
    .orderBy(asc(eventDeliveries.dueAt), asc(eventDeliveries.eventId))
    .limit(limit)
    .all()
}

function startAttempt(
  db: Database,
  { eventId, handler }: DeliveryKey,
  leaseUntil: Date,
): ClaimedDelivery | undefined {
  const key = { eventId, handler }
  const delivery = db
    .update(eventDeliveries)
    .set({
      status: 'running',
      attempts: sql`${eventDeliveries.attempts} + 1`,
      dueAt: leaseUntil,
    })
    .where(is(key))
    .returning({ attempt: eventDeliveries.attempts })
    .get()
  const event = db.select().from(events).where(eq(events.id, eventId)).get()
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
export function markDone(db: Database, claim: ClaimedDelivery): void {
  db.update(eventDeliveries).set({ status: 'done', lastError: null }).where(is(claim)).run()
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
  const row = db
    .select({ dueAt: min(eventDeliveries.dueAt) })
    .from(eventDeliveries)
    .where(waiting)
    .get()
  return row?.dueAt ?? null
}

/** Deliveries that were given up, oldest event first. */
export function listParked(db: Database): ParkedDelivery[] {
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
    .where(and(unfinished, eq(eventDeliveries.status, 'parked')))
    .orderBy(asc(eventDeliveries.eventId), asc(eventDeliveries.handler))
    .all()
}

/**
 * Makes parked deliveries due again, with all their attempts.
 * @param eventId those of this event only
 * @returns how many
 */
export function retryParked(db: Database, now: Date, eventId?: string): number {
  const { changes } = db
    .update(eventDeliveries)
    .set({ status: 'pending', attempts: 0, dueAt: now, lastError: null })
    .where(
      and(
        unfinished,
        eq(eventDeliveries.status, 'parked'),
        eventId === undefined ? undefined : eq(eventDeliveries.eventId, eventId),
      ),
    )
    .run()
  return changes
}

/** How many deliveries stand in which state, for `/metrics` and the command line. */
export function countDeliveries(db: Database): DeliveryCounts {
  const counts: DeliveryCounts = { pending: 0, running: 0, done: 0, parked: 0 }
  const rows = db
    .select({ status: eventDeliveries.status, count: count() })
    .from(eventDeliveries)
    .groupBy(eventDeliveries.status)
    .all()
  for (const row of rows) counts[row.status] = row.count
  return counts
}
