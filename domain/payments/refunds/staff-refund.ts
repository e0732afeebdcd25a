import type { Transaction } from '#drizzle/client.ts'
import { findItem, findPayment } from '#drizzle/queries/payments/payments.ts'
import { keptOf } from '#drizzle/queries/payments/refunds.ts'
import { requestRefund } from './refund-payment.ts'

interface StaffRefund {
  paymentId: string
  itemId: string
  amountCents: number
  /** The admin's reason. */
  note: string
  /** The kept amount on the admin's screen; not compared when absent. */
  keptCents?: number | undefined
  /** Uid of the admin. */
  actor: string
}

export type StaffRefundOutcome =
  | { outcome: 'done' }
  | { outcome: 'no_payment' }
  /** The kept amount differs from the admin's screen. */
  | { outcome: 'changed' }
  | { outcome: 'exceeds_kept'; keptCents: number }
  /** The bank is deciding about the payment, or has returned it. */
  | { outcome: 'disputed' }

/** Refunds an item of a payment or part of it; once nothing is kept, the appointment is unpaid. */
export function refundItem(
  db: Transaction,
  { paymentId, itemId, keptCents: seen, ...refund }: StaffRefund,
  now: Date,
): StaffRefundOutcome {
  const item = findItem(db, itemId)
  const payment = findPayment(db, paymentId)
  if (item?.paymentId !== paymentId || payment?.state !== 'succeeded') {
    return { outcome: 'no_payment' }
  }
  if (payment.disputed || payment.disputeLost) return { outcome: 'disputed' }
  const keptCents = keptOf(db, item)
  if (seen !== undefined && seen !== keptCents) return { outcome: 'changed' }
  if (refund.amountCents > keptCents) return { outcome: 'exceeds_kept', keptCents }
  requestRefund(db, item, { ...refund, reason: 'staff' }, now)
  return { outcome: 'done' }
}
