import { randomBytes } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import { Webhook } from 'standardwebhooks'
import { v7 as uuidv7 } from 'uuid'
import {
  type EndpointChange,
  MOST_ENDPOINTS,
  type NewEndpoint,
  OFF_AFTER_DAYS,
  OLD_SECRET_HOURS,
} from '#contract/webhooks/webhooks.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { DeliveredEvent } from '#drizzle/queries/deliveries.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  type DeliveryKey,
  type DeliveryRow,
  deleteEndpoint,
  type EndpointRow,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  recordFailure,
  resetDelivery,
  turnOff,
  updateEndpoint,
} from '#drizzle/queries/webhooks/webhooks.ts'
import type { WebhookRequest } from './post-webhook.ts'

/** 256 random bits in the format of Standard Webhooks. */
const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Adds an endpoint with a secret: docs/requirements.md#webhooks. */
export function addWebhook(
  db: Transaction,
  { url, kinds }: NewEndpoint,
  { actor, now }: ChangedBy,
): { outcome: 'added'; endpoint: EndpointRow } | { outcome: 'too_many' } {
  if (listEndpoints(db).length >= MOST_ENDPOINTS) return { outcome: 'too_many' }
  const endpoint = insertEndpoint(db, {
    id: uuidv7(),
    url,
    kinds: [...new Set(kinds)],
    secret: createSecret(),
    createdAt: now,
  })
  appendEvent(db, { kind: 'webhook.added', actor, subject: endpoint.id }, now)
  return { outcome: 'added', endpoint }
}

/** Changes an endpoint, or turns it on or off. Turning it on resets its failures. */
export function changeWebhook(
  db: Transaction,
  id: string,
  { url, kinds, active, version }: EndpointChange,
  { actor, now }: ChangedBy,
): { outcome: 'changed' | 'stale'; endpoint: EndpointRow } | { outcome: 'not_found' } {
  const before = findEndpoint(db, id)
  if (!before) return { outcome: 'not_found' }
  const isTurnedOn = active && !before.active
  const endpoint = updateEndpoint(
    db,
    { id, version },
    { url, kinds: [...new Set(kinds)], active, ...(isTurnedOn && { failingSince: null }) },
  )
  if (!endpoint) return { outcome: 'stale', endpoint: before }
  appendEvent(db, { kind: 'webhook.changed', actor, subject: id, data: { active } }, now)
  return { outcome: 'changed', endpoint }
}

export function removeWebhook(db: Transaction, id: string, { actor, now }: ChangedBy): boolean {
  if (!deleteEndpoint(db, id)) return false
  appendEvent(db, { kind: 'webhook.removed', actor, subject: id }, now)
  return true
}

/** Gives an endpoint a new secret; the previous one signs as well for a day. */
export function rotateWebhookSecret(
  db: Transaction,
  id: string,
  { actor, now }: ChangedBy,
): EndpointRow | undefined {
  const before = findEndpoint(db, id)
  if (!before) return undefined
  const endpoint = updateEndpoint(db, before, {
    secret: createSecret(),
    previousSecret: before.secret,
    previousSecretUntil: addHours(now, OLD_SECRET_HOURS),
  })
  appendEvent(db, { kind: 'webhook.secret_rotated', actor, subject: id }, now)
  return endpoint
}

/** Sends an event again, with the same id. */
export function replayWebhook(
  db: Transaction,
  key: DeliveryKey,
  { actor, now }: ChangedBy,
): { outcome: 'replayed'; delivery: DeliveryRow } | { outcome: 'not_found' | 'running' | 'off' } {
  const endpoint = findEndpoint(db, key.endpointId)
  const delivery = findDelivery(db, key)
  if (!endpoint || !delivery) return { outcome: 'not_found' }
  if (!endpoint.active) return { outcome: 'off' }
  if (!resetDelivery(db, key)) return { outcome: 'running' }
  const { endpointId: subject, eventId } = key
  appendEvent(db, { kind: 'webhook.replayed', actor, subject, data: { eventId } }, now)
  return { outcome: 'replayed', delivery: findDelivery(db, key) ?? delivery }
}

/** The previous secret, while it still signs. */
export function oldSecretOf(
  { previousSecret: secret, previousSecretUntil: until }: EndpointRow,
  now: Date,
): { secret: string; until: Date } | undefined {
  return secret !== null && until !== null && now < until ? { secret, until } : undefined
}

/** The request about an event for an endpoint: its kind and ids only. */
export function composeWebhook(
  endpoint: EndpointRow,
  { id, kind, subject, occurredAt }: Pick<DeliveredEvent, 'id' | 'kind' | 'subject' | 'occurredAt'>,
  now: Date,
): WebhookRequest {
  const body = JSON.stringify({
    type: kind,
    timestamp: occurredAt.toISOString(),
    data: { id: subject },
  })
  const secrets = [endpoint.secret, oldSecretOf(endpoint, now)?.secret ?? []].flat()
  return {
    url: endpoint.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Sprout-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((each) => new Webhook(each).sign(id, now, body)).join(' '),
    },
  }
}

/** Records a failed attempt. After days of failures only, the endpoint is turned off, with an alarm. */
export function recordUndelivered(db: Transaction, endpointId: string, now: Date): void {
  recordFailure(db, endpointId, now)
  const { failingSince } = findEndpoint(db, endpointId) ?? {}
  if (!failingSince || now < addDays(failingSince, OFF_AFTER_DAYS)) return
  if (!turnOff(db, endpointId)) return
  appendEvent(db, { kind: 'webhook.disabled', actor: null, subject: endpointId }, now)
}
