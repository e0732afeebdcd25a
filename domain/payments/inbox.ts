import { findStripeEvent, receiveStripeEvent } from '../../drizzle/queries/stripe-events.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PaymentDeps } from './payment-context.ts'
import { type Settlement, settlePayment } from './settle.ts'
import type { StripeEvent } from './stripe-adapter.ts'

/**
 * Stores a Stripe event for the workers, once. Nothing of what the event
 * says is believed but which intent it is about.
 * @returns whether it is new
 * @throws SqliteError SQLITE_BUSY; then it is not kept
 */
export function keepStripeEvent(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  event: StripeEvent,
): Promise<boolean> {
  const { id, type, intentId, createdAt } = event
  return writeTransaction(db, () =>
    receiveStripeEvent(db, { id, type, intentId, createdAt }, now()),
  )
}

/**
 * Asks Stripe for the truth about the intent of an event in the inbox, so that order and
 * repetition of events do not matter.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function reconcileStripeEvent(
  deps: PaymentDeps,
  eventId: string,
): Promise<Settlement> {
  const intentId = findStripeEvent(deps.db, eventId)?.intentId
  return intentId ? settlePayment(deps, intentId) : { outcome: 'unknown' }
}
