import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks/webhooks.ts'
import { oldSecretOf } from '#domain/webhooks/webhooks.ts'
import type { NamedFeed } from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'
import type { DeliveryRow, EndpointRow } from '#drizzle/queries/webhooks/webhooks.ts'
import { toDoctor } from './appointments.ts'

/** A calendar feed as that user sees it. */
export function toFeed({ feed, doctorName, by }: NamedFeed, uid: string) {
  const { id, doctorId, withNames, createdBy, createdAt, lastUsedAt } = feed
  return {
    _id: id,
    doctor: toDoctor({ doctorId, doctorName }),
    withNames,
    by,
    isOwn: createdBy === uid,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

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
