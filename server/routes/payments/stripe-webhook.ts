import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { receiveStripeEvent } from '#contract/payments/payments-refusals.ts'
import { keepStripeEvent } from '#domain/payments/webhook-inbox.ts'
import { refuse } from '#server/http/refuse.ts'
import { ERRORS } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { ALWAYS_ANSWERED } from '#server/plugins/overload.ts'
import { acceptRawBody } from '#server/plugins/raw-body.ts'

/** Large enough for Stripe's largest events, disputes with 150,000 characters of evidence; in bytes. */
const BODY_LIMIT = 256 * 1024

/** By how many seconds a signature may be older than our clock, as in Stripe's libraries, or newer. */
const TOLERANCE = 300

/** How many rejected deliveries one address may send per minute. */
const MAX_FAILURES = 30

const received = z.object({ received: z.literal(true) })

/**
 * `POST /webhooks/stripe`: verifies the signature of the raw body, stores the event and responds; workers do
 * the rest. Stripe retries for days until it gets 2xx, and its requests count towards no rate limit. Outdated
 * signatures and repeated failures are rejected before the body is read; the sweep finds events that were
 * rejected wrongly.
 */
export const stripeWebhookRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { db, stripe, clinicClock, wakeRelay } = services
  const failures = app.limitLate({ name: 'webhook', perMinute: MAX_FAILURES })

  acceptRawBody(app, BODY_LIMIT)

  app.post(
    '/webhooks/stripe',
    {
      config: { rateLimit: false, ...ALWAYS_ANSWERED, ...receiveStripeEvent },
      onRequest: async (request, reply) => {
        try {
          failures.check(request)
          if (isFresh(request.headers['stripe-signature'])) return
          await failures.count(request)
          throw refuse(receiveStripeEvent, 'bad_signature')
        } catch (error) {
          // The body is not read.
          reply.header('connection', 'close')
          throw error
        }
      },
      schema: {
        operationId: 'receiveStripeEvent',
        tags: ['incoming-webhooks'],
        summary: 'Stripe webhook (signature required)',
        response: { 200: received, ...ERRORS },
      },
    },
    async (request) => {
      const { headers, body } = request
      const event =
        body instanceof Buffer ? stripe.readEvent(body, String(headers['stripe-signature'])) : null
      if (!event) {
        await failures.count(request)
        throw refuse(receiveStripeEvent, 'bad_signature')
      }
      if (event.livemode !== stripe.livemode) throw refuse(receiveStripeEvent, 'wrong_mode')
      if (await keepStripeEvent({ db, now: clinicClock.now }, event)) wakeRelay()
      return { received: true as const }
    },
  )
}

/** Whether `Stripe-Signature` (`t=SECONDS,v1=HEX,…`) may be valid, by its form and time. */
function isFresh(header: unknown): boolean {
  const [, seconds] = /^t=(\d{1,12}),(?:.*,)?v1=[0-9a-f]{64}(?:,|$)/.exec(String(header)) ?? []
  return seconds !== undefined && Math.abs(Date.now() / 1000 - Number(seconds)) <= TOLERANCE
}
