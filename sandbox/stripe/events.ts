import Stripe from 'stripe'
import { invalidRequest, noSuch } from './errors.ts'
import { newId } from './ids.ts'
import type { Scope } from './scope.ts'
import { seconds } from './scope.ts'
import type { Store } from './store.ts'
import { planDelivery } from './webhook-queue.ts'

/** The events that the sandbox tells of. https://docs.stripe.com/api/events/types */
export type SandboxEventType =
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
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

type ObjectOf<T extends SandboxEventType> = Extract<Stripe.Event, { type: T }>['data']['object']

/** Live deliveries wait for Stripe's list of events this long: 30 days, in seconds. */
const listedFor = 30 * 24 * 60 * 60

/** Writes an event and plans its webhook, within the transaction of the change it tells of. */
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

/** One event as it was when it happened. @throws StripeRefusal (404) */
export function getEvent(store: Store, id: string): Stripe.Event {
  const row = store.db.prepare<[string], EventRow>(`${selectEvents} WHERE e.id = ?`).get(id)
  if (!row) throw noSuch('event', id)
  return toEvent(row)
}

export type EventFilter = {
  limit?: number
  starting_after?: string
  ending_before?: string
  type?: string
  types?: string[]
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
  delivery_success?: boolean
}

/**
 * The events of the last 30 days, newest first, in pages of `limit` (10).
 * https://docs.stripe.com/api/events/list, https://docs.stripe.com/api/pagination
 */
export function listEvents(scope: Scope, filter: EventFilter): Stripe.ApiList<Stripe.Event> {
  const { store } = scope
  const limit = filter.limit ?? 10
  if (filter.starting_after && filter.ending_before) {
    throw invalidRequest(
      'You may only specify one of these parameters: starting_after, ending_before.',
    )
  }
  if (filter.type && filter.types) {
    throw invalidRequest('You may only specify one of these parameters: type, types.')
  }
  const where: string[] = ['e.created >= ?']
  const values: (string | number)[] = [seconds(scope) - listedFor]
  const add = (condition: string, ...more: (string | number)[]): void => {
    where.push(condition)
    values.push(...more)
  }
  const cursor = (id: string): number => {
    const seq = store.db
      .prepare<[string], number>('SELECT seq FROM events WHERE id = ?')
      .pluck()
      .get(id)
    if (seq === undefined) throw noSuch('event', id)
    return seq
  }

  const types = filter.types ?? (filter.type ? [filter.type] : [])
  if (types.length > 0) {
    const patterns = types.map((type) => type.replaceAll('*', '%').replaceAll('_', '\\_'))
    add(`(${patterns.map(() => "e.type LIKE ? ESCAPE '\\'").join(' OR ')})`, ...patterns)
  }
  const created =
    typeof filter.created === 'number'
      ? { gte: filter.created, lte: filter.created }
      : (filter.created ?? {})
  if (created.gt !== undefined) add('e.created > ?', created.gt)
  if (created.gte !== undefined) add('e.created >= ?', created.gte)
  if (created.lt !== undefined) add('e.created < ?', created.lt)
  if (created.lte !== undefined) add('e.created <= ?', created.lte)
  if (filter.delivery_success === true) add("d.state = 'delivered'")
  if (filter.delivery_success === false) add("d.state <> 'delivered'")
  if (filter.starting_after) add('e.seq < ?', cursor(filter.starting_after))
  if (filter.ending_before) add('e.seq > ?', cursor(filter.ending_before))

  // The page before a cursor is the nearest one, so it is read upwards and turned round.
  const order = filter.ending_before ? 'ASC' : 'DESC'
  const rows = store.db
    .prepare<(string | number)[], EventRow>(
      `${selectEvents} WHERE ${where.join(' AND ')} ORDER BY e.seq ${order} LIMIT ?`,
    )
    .all(...values, limit + 1)
  const page = rows.slice(0, limit)
  if (filter.ending_before) page.reverse()
  return {
    object: 'list',
    data: page.map(toEvent),
    has_more: rows.length > limit,
    url: '/v1/events',
  }
}
