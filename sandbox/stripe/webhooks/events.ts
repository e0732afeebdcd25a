import Stripe from 'stripe'
import type { z } from 'zod'
import { noSuch } from '../api/errors.ts'
import type { listEventsParams } from '../api/params.ts'
import { newId } from '../records/records.ts'
import type { Scope } from '../records/scope.ts'
import { seconds } from '../records/scope.ts'
import type { Store } from '../records/store.ts'
import { planDelivery } from './webhook-queue.ts'

/** The events that the sandbox sends. https://docs.stripe.com/api/events/types */
type SandboxEventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.succeeded'
  | 'charge.pending'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

type ObjectOf<T extends SandboxEventType> = Extract<Stripe.Event, { type: T }>['data']['object']

/** How long Stripe lists events: 30 days, in seconds. */
const listedFor = 30 * 24 * 60 * 60

/** Writes an event and plans its webhook, in the transaction of the change. */
export function emit<T extends SandboxEventType>(scope: Scope, type: T, object: ObjectOf<T>): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: seconds(scope),
    data: { object },
    livemode: false,
    pending_webhooks: 0,
    request: scope.request,
    type,
  } satisfies Stripe.EventBase
  const { lastInsertRowid } = scope.store.db
    .prepare('INSERT INTO events (id, type, created, body) VALUES (?, ?, ?, ?)')
    .run(event.id, type, event.created, JSON.stringify(event))
  planDelivery(scope, event.id, type, Number(lastInsertRowid))
}

type EventRow = { seq: number; body: string; state: string | null }

const selectEvents =
  'SELECT e.seq, e.body, d.state FROM events e LEFT JOIN deliveries d ON d.event = e.id'

function toEvent(row: EventRow): Stripe.Event {
  const event: Stripe.Event = JSON.parse(row.body)
  return { ...event, pending_webhooks: row.state === 'delivered' ? 0 : 1 }
}

/** An event with its object as it was at the time. @throws StripeRefusal (404) */
export function getEvent({ db }: Store, id: string): Stripe.Event {
  const row = db.prepare<[string], EventRow>(`${selectEvents} WHERE e.id = ?`).get(id)
  if (!row) throw noSuch('event', id)
  return toEvent(row)
}

/**
 * The events of the last 30 days, newest first, in pages of `limit`.
 * https://docs.stripe.com/api/events/list, https://docs.stripe.com/api/pagination
 */
export function listEvents(
  scope: Scope,
  { limit, ...filter }: z.output<typeof listEventsParams>,
): Stripe.ApiList<Stripe.Event> {
  const { db } = scope.store
  const where = ['e.created >= ?', 'e.created >= ?']
  const values: (string | number)[] = [seconds(scope) - listedFor, filter.created?.gte ?? 0]
  if (filter.types?.length) {
    where.push(`e.type IN (${filter.types.map(() => '?').join(', ')})`)
    values.push(...filter.types)
  }
  if (filter.starting_after) {
    const seq = db
      .prepare<[string], number>('SELECT seq FROM events WHERE id = ?')
      .pluck()
      .get(filter.starting_after)
    if (seq === undefined) throw noSuch('event', filter.starting_after)
    where.push('e.seq < ?')
    values.push(seq)
  }
  const rows = db
    .prepare<(string | number)[], EventRow>(
      `${selectEvents} WHERE ${where.join(' AND ')} ORDER BY e.seq DESC LIMIT ?`,
    )
    .all(...values, limit + 1)
  return {
    object: 'list',
    data: rows.slice(0, limit).map(toEvent),
    has_more: rows.length > limit,
    url: '/v1/events',
  }
}
