import type { Database } from '../../drizzle/client.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import {
  findPayment,
  movePayment,
  rememberCheck,
  rememberRefund,
} from '../../drizzle/queries/payments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PaymentDeps } from './payment-context.ts'

/** Why an appointment cannot use money that was taken for it. */
export type ReturnReason = 'cancelled' | 'already_paid' | 'mismatch'

interface ReturnedPayment {
  intentId: string
  appointmentId: string
}

/**
 * Decides that an intent is refunded, and requests it with `refund.requested`; does nothing
 * when that is decided already. Call it in a write transaction.
 */
export function requestRefund(
  db: Database,
  { intentId, appointmentId, reason }: ReturnedPayment & { reason: ReturnReason },
  now: Date,
): void {
  if (!movePayment(db, intentId, ['open', 'closed'], 'refunding')) return
  appendEvent(
    db,
    {
      kind: 'refund.requested',
      actor: null,
      subject: intentId,
      data: { appointmentId, reason },
    },
    now,
  )
}

/**
 * Gives an intent's money back, once, however often it is called: Stripe knows the refund by its
 * idempotency key, and refuses to return more than was taken.
 * @returns whether Stripe has taken the refund on, or had done so; false when it refuses for good,
 *   which leaves the payment `refund_failed` for an operator
 * @throws PaymentsUnavailable
 */
export async function refundPayment(
  { db, stripe, now }: PaymentDeps,
  intentId: string,
): Promise<boolean> {
  const payment = findPayment(db, intentId)
  if (payment?.state !== 'refunding') return payment?.state !== 'refund_failed'
  const { appointmentId } = payment
  const refund = await stripe.refund(intentId, `refund:${intentId}`)
  await writeTransaction(db, () => {
    rememberCheck(db, intentId, now())
    if (refund.id) rememberRefund(db, intentId, refund.id)
    if (refund.status === 'done') completeRefund(db, { intentId, appointmentId }, now())
    if (refund.status === 'refused') failRefund(db, { intentId, appointmentId }, now())
  })
  return refund.status !== 'refused'
}

/** Records once that the refund succeeded or is on its way. Call it in a write transaction. */
export function completeRefund(db: Database, payment: ReturnedPayment, now: Date): void {
  const { intentId, appointmentId } = payment
  const from = ['open', 'paid', 'closed', 'refunding', 'refund_failed'] as const
  if (!movePayment(db, intentId, from, 'refunded')) return
  const event = { actor: null, subject: intentId, data: { appointmentId } }
  appendEvent(db, { kind: 'payment.refunded', ...event }, now)
}

/** Records once that the bank rejected the refund. Call it in a write transaction. */
export function failRefund(db: Database, payment: ReturnedPayment, now: Date): void {
  const { intentId, appointmentId } = payment
  if (!movePayment(db, intentId, ['refunding', 'refunded'], 'refund_failed')) return
  const event = { actor: null, subject: intentId, data: { appointmentId } }
  appendEvent(db, { kind: 'refund.failed', ...event }, now)
}
