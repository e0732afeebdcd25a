import * as z from 'zod/mini'
import { seenVersion } from '#contract/seen-version.ts'
import { conflictWith } from '../errors.ts'
import { webAddress } from '../web-address.ts'
import { webhookKind } from './webhook-kinds.ts'

/** How many endpoints a clinic may have. */
export const MOST_ENDPOINTS = 10

/** For how many hours the previous secret still signs after a rotation. */
export const OLD_SECRET_HOURS = 24

/** An endpoint is turned off after this many days of failures. */
export const OFF_AFTER_DAYS = 5

/** Without a fragment. Each connection checks that the host is public. */
const url = webAddress(500, ({ hash }) => hash === '')

const kinds = z
  .array(webhookKind)
  .check(z.minLength(1, 'Choose at least one event'), z.maxLength(20))

/** `POST /webhook-endpoints`. */
export const newEndpoint = z.strictObject({ url, kinds })
export type NewEndpoint = z.infer<typeof newEndpoint>

/** `PUT /webhook-endpoints/{id}`: `version` is the one that the admin saw. */
export const endpointChange = z.strictObject({
  url,
  kinds,
  active: z.boolean(),
  version: seenVersion,
})
export type EndpointChange = z.infer<typeof endpointChange>

export const webhookEndpoint = z.object({
  _id: z.string(),
  url: z.string(),
  kinds: z.array(webhookKind),
  active: z.boolean(),
  /** ISO instant of the first failure since the last success; null while it works. */
  failingSince: z.nullable(z.string()),
  /** Until when the previous secret still signs; null without a recent rotation. */
  oldSecretUntil: z.nullable(z.string()),
  version: z.number(),
  createdAt: z.string(),
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

export const endpointList = z.array(webhookEndpoint)

/** A new endpoint or a new secret, which is shown once. */
export const endpointWithSecret = z.object({ endpoint: webhookEndpoint, secret: z.string() })

export const endpointConflict = conflictWith(webhookEndpoint)

export const endpointParams = z.object({ id: z.uuid('Invalid webhook ID') })

export const webhookDelivery = z.object({
  /** Id of the event: the header `webhook-id`. */
  _id: z.string(),
  kind: z.string(),
  occurredAt: z.string(),
  /** pending: also while it waits for its next attempt. */
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  /** Why the last attempt failed. */
  error: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const deliveryPage = z.object({
  deliveries: z.array(webhookDelivery),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})

export const deliveriesQuery = z.strictObject({ before: z.optional(z.uuid('Cursor is invalid')) })

export const deliveryParams = z.extend(endpointParams, { event: z.uuid('Invalid event ID') })
