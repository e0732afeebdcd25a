import { giveUpPayments } from '../../domain/payments/give-up.ts'
import type { StripePort } from '../../domain/payments/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'
import { doNotRetryRefused } from './reconcile-payment.ts'

/** After a cancellation: cancels the open payment intents of the appointment. */
export function cancelOpenPayments(stripe: StripePort): Handler {
  return defineHandler({
    name: 'payment.give_up',
    on: 'appointment.cancelled',
    async run(_data, { db, event }) {
      const deps = { db, stripe, now: () => new Date() }
      await doNotRetryRefused(giveUpPayments(deps, event.subject))
    },
  })
}
