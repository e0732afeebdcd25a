import type { Scope } from '../records/scope.ts'
import type { Store } from '../records/store.ts'

/**
 * `pending`: waits for its time; `held`: waits for the events with which it will be reordered; `delivered`:
 * answered with 2xx; `failed`: out of attempts; `lost`: sent only on request.
 */
type DeliveryState = 'pending' | 'held' | 'delivered' | 'failed' | 'lost'

/** The webhook of one event. `dueAt` in Unix milliseconds. */
export type Delivery = {
  event: string
  type: string
  state: DeliveryState
  dueAt: number
  /** Number of copies sent concurrently. */
  copies: number
  attempts: number
  lastStatus: number | null
  lastError: string | null
}

const select = `
  SELECT d.event, e.type, d.state, d.due_at AS dueAt, d.copies, d.attempts,
         d.last_status AS lastStatus, d.last_error AS lastError
  FROM deliveries d JOIN events e ON e.id = d.event`

/** Plans the webhook of a new event, with its fault, if a rule applies. */
export function planDelivery(scope: Scope, event: string, type: string, seq: number): void {
  const fault = scope.faults.takeWebhook(type)
  const now = scope.now()
  const held = fault?.kind === 'reorder'
  const state: DeliveryState = fault?.kind === 'lose' ? 'lost' : held ? 'held' : 'pending'
  scope.store.db
    .prepare(
      'INSERT INTO deliveries (event, state, due_at, rank, copies, attempts) VALUES (?, ?, ?, ?, ?, 0)',
    )
    .run(
      event,
      state,
      fault?.kind === 'delay' ? now + fault.ms : now,
      held ? -seq : seq,
      fault?.kind === 'repeat' ? fault.copies : 1,
    )
  if (held && fault.last) releaseHeld(scope.store, now)
}

/** Makes held webhooks due, in reverse order by rank. */
export function releaseHeld(store: Store, now: number): void {
  store.db
    .prepare("UPDATE deliveries SET state = 'pending', due_at = ? WHERE state = 'held'")
    .run(now)
}

/** After a restart: retries what the endpoint has not accepted, with all attempts available. */
export function reviveDeliveries(store: Store, now: number): void {
  store.db
    .prepare(
      "UPDATE deliveries SET state = 'pending', due_at = ?, attempts = 0 WHERE state IN ('pending', 'held', 'failed')",
    )
    .run(now)
}

/** The webhook to send next, or undefined when none is due at `now`. */
export function nextDue(store: Store, now: number): Delivery | undefined {
  return store.db
    .prepare<[number], Delivery>(
      `${select} WHERE d.state = 'pending' AND d.due_at <= ? ORDER BY d.due_at, d.rank LIMIT 1`,
    )
    .get(now)
}

/** When the next webhook becomes due (Unix milliseconds); undefined when none is waiting. */
export function nextDueAt(store: Store): number | undefined {
  return (
    store.db
      .prepare<[], number>("SELECT MIN(due_at) FROM deliveries WHERE state = 'pending'")
      .pluck()
      .get() ?? undefined
  )
}

/** Every webhook, oldest event first. */
export function listDeliveries(store: Store): Delivery[] {
  return store.db.prepare<[], Delivery>(`${select} ORDER BY e.seq`).all()
}

/** Stores the outcome of an attempt. */
export function recordAttempt(
  store: Store,
  event: string,
  outcome: { state: DeliveryState; dueAt: number; status: number | null; error: string | null },
): void {
  store.db
    .prepare(
      'UPDATE deliveries SET state = ?, due_at = ?, attempts = attempts + 1, copies = 1, last_status = ?, last_error = ? WHERE event = ?',
    )
    .run(outcome.state, outcome.dueAt, outcome.status, outcome.error, event)
}
