import { type StripeAdapter, StripeRefused } from '#domain/payments/stripe/stripe-adapter.ts'
import { reconcileStripeEvent } from '#domain/payments/webhook-inbox.ts'
import { DoNotRetry, defineHandler, type Handler } from '../queue/handler.ts'

/** After a Stripe event: retrieves its payment intent, and settles it. */
export function reconcilePayment(stripe: StripeAdapter): Handler {
  return defineHandler({
    name: 'payment.reconcile',
    on: 'stripe.event_received',
    async run({ type }, { db, log, event }) {
      const context = { db, stripe, now: () => new Date() }
      const { outcome } = await doNotRetryRefused(reconcileStripeEvent(context, event.subject))
      log.debug({ eventId: event.id, type, outcome }, 'payment reconciled')
    },
  })
}

/** A retry helps after an outage of Stripe, but not when Stripe refuses the call. */
export async function doNotRetryRefused<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StripeRefused) throw new DoNotRetry(error.message, { cause: error })
    throw error
  }
}
