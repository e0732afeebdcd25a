import { z } from 'zod'
import { giveUpPayments } from '../server/payments/give-up.ts'
import type { StripePort } from '../server/payments/stripe-port.ts'
import { unlessRefused } from './payment-trouble.ts'
import { defineHandler, type Handler } from './registry.ts'

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
