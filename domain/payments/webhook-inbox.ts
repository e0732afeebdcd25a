import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { StripeEvent } from '#domain/payments/stripe/stripe-adapter.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findStripeEvent, insertStripeEvent } from '#drizzle/queries/payments/payments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { type Settlement, settlePayment } from './settle.ts'

/**
 * Stores a Stripe event for the workers, once. Only the id of its intent is used; the rest is retrieved from
 * Stripe later.
 * @returns whether it is new
 * @throws SqliteError SQLITE_BUSY; then it is not stored
 */
export function keepStripeEvent(
  { db, now }: Pick<PaymentContext, 'db' | 'now'>,
  event: StripeEvent,
): Promise<boolean> {
  const { id, type, intentId, createdAt } = event
  return writeTransaction(db, (tx) => {
    const receivedAt = now()
    if (!insertStripeEvent(tx, { id, type, intentId, createdAt, receivedAt })) return false
    const received = { actor: null, subject: id, data: { type } }
    appendEvent(tx, { kind: 'stripe.event_received', ...received }, receivedAt)
    return true
  })
}

/**
 * Settles the intent of a stored event with Stripe's present state, so that the order and repetition of
 * events do not matter.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function reconcileStripeEvent(
  context: PaymentContext,
  eventId: string,
): Promise<Settlement> {
  const intentId = findStripeEvent(context.db, eventId)?.intentId
  return intentId ? settlePayment(context, intentId) : { outcome: 'unknown' }
}
