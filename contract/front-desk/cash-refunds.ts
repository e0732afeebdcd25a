import * as z from 'zod/mini'
import { tillName } from '#contract/clinic/till-names.ts'
import { familyId } from '#contract/ids.ts'
import { shownPatient } from '../patients/patients.ts'
import { paymentMethod, refundReason } from '../payments/payments.ts'
import { shownPhone } from '../phone.ts'

// Refunds of payments at the desk: staff hand them back and mark them.

/** `GET /desk-refunds?family=` */
export const cashRefundsQuery = z.strictObject({
  /** Id of a family, to list only its refunds. */
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
  /** How the original payment was made. */
  method: paymentMethod,
  /** Dollars. */
  amount: z.number(),
  reason: refundReason,
  /** The reason, as the member of staff who decided it wrote it. */
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

/** Refunds that are due, oldest first, and refunds handed back today, latest first. */
export const cashRefunds = z.object({
  refunds: z.array(listedCashRefund),
  handedBackToday: z.array(listedCashRefund),
  /** Dollars that are due. */
  total: z.number(),
})
export type CashRefunds = z.infer<typeof cashRefunds>

/** `POST /desk-refunds/{id}/hand-back?till=`: the till that hands it back. */
export const handBackQuery = z.strictObject({ till: z.optional(tillName) })
