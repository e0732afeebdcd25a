import { z } from 'zod'
import { giveUpPayments } from '../../domain/payments/give-up.ts'
import type { StripePort } from '../../domain/payments/stripe-adapter.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'
import { unlessRefused } from './payment-trouble.ts'

/** After a cancellation: nothing may be paid for the appointment any more (design section 6.4). */
export function giveUpPaymentsOf(stripe: StripePort): Handler {
  return defineHandler({
    name: 'payment.give_up',
    on: ['appointment.cancelled'],
    schema: z.object({}),
    async run(_data, { db, event }) {
      const deps = { db, stripe, now: () => new Date() }
      await unlessRefused(giveUpPayments(deps, event.subject))
    },
  })
}
