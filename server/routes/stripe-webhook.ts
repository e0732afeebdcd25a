import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { keepStripeEvent } from '../../domain/payments/inbox.ts'
import type { Services } from '../app.ts'
import { HttpError } from '../http-error.ts'
import { ERRORS } from '../plugins/documentation.ts'

/** More than any event of Stripe's, in bytes. */
const BODY_LIMIT = 1024 * 1024

const received = z.object({ received: z.literal(true) })

/**
 * `POST /webhooks/stripe` (design section 6.6): checks the signature on the raw body, keeps the
 * event and answers; everything else is the workers'. Stripe tries again for days whatever is not
 * answered with 2xx, and counts against nobody's rate limit.
 */
export const stripeWebhookRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { db, stripe, clinicClock, wakeRelay } = services

  // The signature is on the bytes as they came, so that nothing may parse them before.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (_request: unknown, body: Buffer) => body,
  )

  app.post(
    '/webhooks/stripe',
    {
      config: { rateLimit: false },
      schema: {
        summary: 'Stripe tells of payments; signed by Stripe',
        response: { 200: received, ...ERRORS },
      },
    },
    async ({ headers, body }) => {
      const signature = headers['stripe-signature']
      const event =
        body instanceof Buffer && typeof signature === 'string'
          ? stripe.readEvent(body, signature)
          : null
      if (!event) throw new HttpError(400, 'bad_signature', 'This is not signed by Stripe.')
      if (event.livemode !== stripe.livemode) {
        throw new HttpError(400, 'wrong_mode', 'This event belongs to other keys of Stripe’s.')
      }
      if (await keepStripeEvent({ db, now: clinicClock.now }, event)) wakeRelay()
      return { received: true as const }
    },
  )
}
