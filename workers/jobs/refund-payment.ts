import { z } from 'zod'
import { refundPayment } from '../../domain/payments/refund.ts'
import type { StripePort } from '../../domain/payments/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'
import { unlessRefused } from './payment-trouble.ts'

/** Gives money back that an appointment could not use (design section 6.5). */
export function refundUnusable(stripe: StripePort): Handler {
  return defineHandler({
    name: 'payment.refund',
    on: ['refund.requested'],
    schema: z.object({ appointmentId: z.string(), reason: z.string() }),
    async run({ appointmentId, reason }, { db, log, event }) {
      const deps = { db, stripe, now: () => new Date() }
      const isTaken = await unlessRefused(refundPayment(deps, event.subject))
      const ids = { intentId: event.subject, appointmentId, reason }
      if (isTaken) log.info(ids, 'payment refunded')
      else log.error(ids, 'Stripe refuses a refund: somebody has to look at it')
    },
  })
}
