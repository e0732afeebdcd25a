import { z } from 'zod'
import { reconcileStripeEvent } from '../../domain/payments/inbox.ts'
import type { StripePort } from '../../domain/payments/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'
import { unlessRefused } from './payment-trouble.ts'

/** After an event of Stripe's: asks Stripe about the intent it names (design section 6.6). */
export function reconcilePayment(stripe: StripePort): Handler {
  return defineHandler({
    name: 'payment.reconcile',
    on: ['stripe.event_received'],
    schema: z.object({ type: z.string() }),
    async run({ type }, { db, log, event }) {
      const deps = { db, stripe, now: () => new Date() }
      const { outcome } = await unlessRefused(reconcileStripeEvent(deps, event.subject))
      log.debug({ eventId: event.id, type, outcome }, 'payment reconciled')
    },
  })
}
