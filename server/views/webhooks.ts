import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks/webhooks.ts'
import { oldSecretOf } from '#domain/webhooks/webhooks.ts'
import type { DeliveryRow, EndpointRow } from '#drizzle/queries/webhooks/webhooks.ts'

/** A webhook without its secret. */
export function toEndpoint(row: EndpointRow, now: Date): WebhookEndpoint {
  const { id, url, kinds, active, failingSince, version, createdAt } = row
  const old = oldSecretOf(row, now)
  return {
    _id: id,
    url,
    kinds,
    active,
    failingSince: failingSince?.toISOString() ?? null,
    oldSecretUntil: old?.until.toISOString() ?? null,
    version,
    createdAt: createdAt.toISOString(),
  }
}

const STATUSES = {
  pending: 'pending',
  running: 'pending',
  done: 'delivered',
  failed: 'failed',
} as const satisfies Record<DeliveryRow['status'], WebhookDelivery['status']>

/** A delivery to a webhook. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { eventId, kind, occurredAt, status, attempts, lastError } = row
  return {
    _id: eventId,
    kind,
    occurredAt: occurredAt.toISOString(),
    status: STATUSES[status],
    attempts,
    error: lastError,
  }
}
