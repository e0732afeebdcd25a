import Stripe from 'stripe'
import type { z } from 'zod'
import { noSuch } from '../api/errors.ts'
import { listRows } from '../api/lists.ts'
import type { listEventsParams } from '../api/params.ts'
import { newId, type Part } from '../records/records.ts'
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
export function emit<T extends SandboxEventType>(
  scope: Scope,
  type: T,
  object: Part<ObjectOf<T>>,
): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: seconds(scope),
    data: { object },
    livemode: false,
    type,
  } satisfies Part<Stripe.EventBase>
  const { lastInsertRowid } = scope.store.db
    .prepare('INSERT INTO events (id, type, created, body) VALUES (?, ?, ?, ?)')
    .run(event.id, type, event.created, JSON.stringify(event))
  planDelivery(scope, event.id, type, Number(lastInsertRowid))
}

/** An event with its object as it was at the time. @throws StripeRefusal (404) */
export function getEvent({ db }: Store, id: string): Stripe.Event {
  const body = db.prepare<[string], string>('SELECT body FROM events WHERE id = ?').pluck().get(id)
  if (body === undefined) throw noSuch('event', id)
  return JSON.parse(body)
}

/** The events of the last 30 days: https://docs.stripe.com/api/events/list */
export function listEvents(
  scope: Scope,
  { types, created, ...page }: z.output<typeof listEventsParams>,
): Stripe.ApiList<Stripe.Event> {
  return listRows(scope.store, page, {
    url: '/v1/events',
    table: 'events',
    noun: 'event',
    where: [
      ['created >= ?', Math.max(seconds(scope) - listedFor, created?.gte ?? 0)],
      ['type IN (SELECT value FROM json_each(?))', types && JSON.stringify(types)],
    ],
    show: (event: Stripe.Event) => event,
  })
}
