import { isHandedBackAtDesk, refundPayment } from '#domain/payments/refunds/refund-payment.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'
import { doNotRetryRefused } from './reconcile-payment.ts'

/** Has Stripe make a requested refund. */
export function refundUnusable(stripe: StripeAdapter): Handler {
  return defineHandler({
    name: 'payment.refund',
    on: 'refund.requested',
    async run({ appointmentId, reason, refundId }, { db, log, event }) {
      const context = { db, stripe, now: () => new Date() }
      // Events of the previous release name the payment only.
      const id = refundId ?? `refund:${event.subject}`
      const ids = { intentId: event.subject, refundId: id, appointmentId, reason }
      if (isHandedBackAtDesk(db, id)) {
        log.debug(ids, 'the desk hands this refund back')
        return
      }
      const isAccepted = await doNotRetryRefused(refundPayment(context, id))
      if (isAccepted) log.info(ids, 'payment refunded')
      else log.error(ids, 'Stripe refused a refund: a person has to resolve it')
    },
  })
}
