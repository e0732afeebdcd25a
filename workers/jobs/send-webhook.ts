import { z } from 'zod'
import type { PostWebhook } from '#domain/webhooks/post-webhook.ts'
import { composeWebhook, recordUndelivered } from '#domain/webhooks/webhooks.ts'
import { WEBHOOK_HANDLER } from '#drizzle/queries/webhooks/webhook-handler.ts'
import { findEndpoint, recordSuccess } from '#drizzle/queries/webhooks/webhooks.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { DoNotRetry, type TargetedHandler } from '../queue/handler.ts'

/** Eight attempts within an hour, because the other system may be restarting. */
const FIRST_DELAY_MS = 30_000

/** Sends an event to a webhook endpoint: docs/requirements.md#webhooks. */
export function sendWebhook(post: PostWebhook): TargetedHandler {
  return {
    name: WEBHOOK_HANDLER,
    // Only the ids of the event are sent.
    schema: z.unknown(),
    firstDelayMs: FIRST_DELAY_MS,
    async run(_data, { db, signal, event, target = '' }) {
      const endpoint = findEndpoint(db, target)
      if (!endpoint) return
      if (!endpoint.active) throw new DoNotRetry('The webhook is off.')
      try {
        await post(composeWebhook(endpoint, event, new Date()), signal)
      } catch (error) {
        // A stop of this process is not the endpoint's failure.
        if (!signal.aborted) {
          await writeTransaction(db, (tx) => recordUndelivered(tx, endpoint.id, new Date()))
        }
        throw error
      }
      if (endpoint.failingSince === null) return
      await writeTransaction(db, (tx) => recordSuccess(tx, endpoint.id))
    },
  }
}
