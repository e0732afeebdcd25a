import * as z from 'zod/mini'
import { tillName } from '#contract/clinic/till-names.ts'
import { familyId } from '#contract/ids.ts'
import { shownPatient } from '../patients/patients.ts'
import { paymentMethod, refundReason } from '../payments/payments.ts'
import { shownPhone } from '../phone.ts'

// Refunds of what was paid at the desk: staff hand them back, and say so.

/** `GET /desk-refunds?family=` */
export const cashRefundsQuery = z.strictObject({
  /** Only refunds of this family: its id. */
  family: z.optional(familyId),
})

export const cashRefundParams = z.object({ id: z.uuid('Invalid refund ID') })

const listedCashRefund = z.object({
  _id: z.string(),
  /** Id of the family; null once the account has been removed. */
  family: z.nullable(z.string()),
  ...shownPatient,
  ...shownPhone,
  treatment: z.string(),
  /** 'Jun 5, 2022' */
  date: z.string(),
  slot: z.string(),
  /** How it was paid. */
  method: paymentMethod,
  /** Dollars. */
  amount: z.number(),
  reason: refundReason,
  /** Why, in the words of the member of staff who decided it. */
  note: z.string(),
  /** ISO instant, UTC: when it was decided. */
  since: z.string(),
  /** Null while it is to be handed back. */
  handedBack: z.nullable(
    z.object({
      /** Name of the member of staff; null once they were removed. */
      by: z.nullable(z.string()),
      /** ISO instant, UTC. */
      at: z.string(),
    }),
  ),
})
export type ListedCashRefund = z.infer<typeof listedCashRefund>

/** The refunds to be handed back, oldest first, and those handed back today, latest first. */
export const cashRefunds = z.object({
  refunds: z.array(listedCashRefund),
  handedBackToday: z.array(listedCashRefund),
  /** Dollars that are to be handed back. */
  total: z.number(),
})
export type CashRefunds = z.infer<typeof cashRefunds>

/** `POST /desk-refunds/{id}/hand-back?till=`: where it is handed back. */
export const handBackQuery = z.strictObject({ till: z.optional(tillName) })
