import { refundPayment } from '../../domain/payments/refund.ts'
import type { StripeAdapter } from '../../domain/payments/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'
import { doNotRetryRefused } from './reconcile-payment.ts'

/** Refunds a payment that its appointment cannot use. */
export function refundUnusable(stripe: StripeAdapter): Handler {
  return defineHandler({
    name: 'payment.refund',
    on: 'refund.requested',
    async run({ appointmentId, reason }, { db, log, event }) {
      const context = { db, stripe, now: () => new Date() }
      const isAccepted = await doNotRetryRefused(refundPayment(context, event.subject))
      const ids = { intentId: event.subject, appointmentId, reason }
      if (isAccepted) log.info(ids, 'payment refunded')
      else log.error(ids, 'Stripe refused a refund: a person has to resolve it')
    },
  })
}
