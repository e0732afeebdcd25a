import { cancelOpenIntents } from '#domain/payments/settle.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import { listReoffersOf } from '#drizzle/queries/waitlist/waitlist.ts'
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

/** After a closure: the same for each appointment that it re-offers, which cannot be paid before the answer. */
export function cancelReofferedPayments(stripe: StripeAdapter): Handler {
  return defineHandler({
    name: 'payment.give_up_reoffered',
    on: 'closure.reoffered',
    async run(_data, { db, event }) {
      const context = { db, stripe, now: () => new Date() }
      for (const { appointmentId } of listReoffersOf(db, event.subject)) {
        if (appointmentId) await doNotRetryRefused(cancelOpenIntents(context, appointmentId))
      }
    },
  })
}
