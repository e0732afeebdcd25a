import { cancelOpenIntents } from '#domain/payments/settle.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'
import { doNotRetryRefused } from './reconcile-payment.ts'

/** After a cancellation: cancels the open payment intents of the appointment. */
export function cancelOpenPayments(stripe: StripeAdapter): Handler {
  return defineHandler({
    name: 'payment.give_up',
    on: 'appointment.cancelled',
    async run(_data, { db, event }) {
      const context = { db, stripe, now: () => new Date() }
      await doNotRetryRefused(cancelOpenIntents(context, event.subject))
    },
  })
}

/** After a payment at the front desk: the same, so that the family does not pay twice. */
export function cancelOnlinePayment(stripe: StripeAdapter): Handler {
  return defineHandler({
    name: 'payment.give_up_online',
    on: 'payment.received',
    async run({ appointmentId }, { db }) {
      const context = { db, stripe, now: () => new Date() }
      await doNotRetryRefused(cancelOpenIntents(context, appointmentId))
    },
  })
}
