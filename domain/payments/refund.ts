import type { EventData } from '../../contract/events.ts'
import type { Database } from '../../drizzle/client.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import {
  findPayable,
  findPayment,
  movePayment,
  recordCheck,
  recordRefund,
  unpayAppointment,
} from '../../drizzle/queries/payments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PaymentContext } from './payment-context.ts'

/** Why an appointment cannot use a charge. */
export type RefundReason = EventData<'refund.requested'>['reason']

interface RefundedPayment {
  intentId: string
  appointmentId: string
}

/**
 * Decides to refund a payment and writes `refund.requested`, which starts the job; does nothing
 * when that is decided already. Call it in a write transaction.
 */
export function requestRefund(
  db: Database,
  { intentId, appointmentId, reason }: RefundedPayment & { reason: RefundReason },
  now: Date,
): void {
  if (!movePayment(db, intentId, ['open', 'closed'], 'refunding')) return
  const event = { actor: null, subject: intentId, data: { appointmentId, reason } }
  appendEvent(db, { kind: 'refund.requested', ...event }, now)
}

/**
 * Decides to give the money of a paid appointment back, which makes it unpaid at once, and writes
 * `refund.requested`. Call it in the write transaction that cancels the appointment.
 */
export function refundPaid(db: Database, payment: RefundedPayment, now: Date): void {
  const { intentId, appointmentId } = payment
  if (!unpayAppointment(db, payment) || !movePayment(db, intentId, ['paid'], 'refunding')) return
  const data = { appointmentId, reason: 'cancelled' } as const
  appendEvent(db, { kind: 'refund.requested', actor: null, subject: intentId, data }, now)
}

/**
 * Refunds a payment once, however often it is called: Stripe recognizes the refund by its
 * idempotency key, and never refunds more than was charged.
 * @returns whether Stripe has accepted the refund; false when it refuses it for good, which leaves
 *   the payment `refund_failed` for the clinic's staff
 * @throws PaymentsUnavailable
 */
export async function refundPayment(
  { db, stripe, now }: PaymentContext,
  intentId: string,
): Promise<boolean> {
  const payment = findPayment(db, intentId)
  if (payment?.state !== 'refunding') return payment?.state !== 'refund_failed'
  const { appointmentId } = payment
  const refund = await stripe.refund(intentId, `refund:${intentId}`)
  await writeTransaction(db, () => {
    recordCheck(db, intentId, now())
    if (refund.id) recordRefund(db, intentId, refund.id)
    if (refund.status === 'done') completeRefund(db, { intentId, appointmentId }, now())
    if (refund.status === 'refused') failRefund(db, { intentId, appointmentId }, now())
  })
  return refund.status !== 'refused'
}

/** Records a completed refund with one event. Call it in a write transaction. */
export function completeRefund(db: Database, payment: RefundedPayment, now: Date): void {
  const { intentId, appointmentId } = payment
  const from = ['open', 'paid', 'closed', 'refunding', 'refund_failed'] as const
  if (!movePayment(db, intentId, from, 'refunded')) return
  const event = { actor: null, subject: intentId, data: { appointmentId } }
  appendEvent(db, { kind: 'payment.refunded', ...event }, now)
  // An appointment that it paid becomes unpaid, which has an email of its own.
  if (findPayable(db, appointmentId)?.transactionId === intentId) return
  notifyFamily(db, appointmentId, { kind: 'refunded', data: { intentId } }, now)
}

/**
 * Records that the cardholder has the money back by a dispute, with one event. Nothing follows.
 * Call it in a write transaction.
 */
export function loseDispute(db: Database, payment: RefundedPayment, now: Date): void {
  const { intentId, appointmentId } = payment
  const from = ['open', 'paid', 'closed', 'refunding', 'refunded', 'refund_failed'] as const
  if (!movePayment(db, intentId, from, 'dispute_lost')) return
  const event = { actor: null, subject: intentId, data: { appointmentId } }
  appendEvent(db, { kind: 'payment.dispute_lost', ...event }, now)
}

/** Records that the bank rejected a refund, with one event. Call it in a write transaction. */
export function failRefund(db: Database, payment: RefundedPayment, now: Date): void {
  const { intentId, appointmentId } = payment
  if (!movePayment(db, intentId, ['refunding', 'refunded'], 'refund_failed')) return
  const event = { actor: null, subject: intentId, data: { appointmentId } }
  appendEvent(db, { kind: 'refund.failed', ...event }, now)
  notifyFamily(db, appointmentId, { kind: 'refund_failed', data: { intentId } }, now)
}
