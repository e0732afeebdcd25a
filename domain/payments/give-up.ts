import { listOpenPaymentsOf } from '../../drizzle/queries/payments.ts'
import type { PaymentDeps } from './payment-context.ts'
import { settlePayment } from './settle.ts'

/**
 * Brings an open intent up to date, and has Stripe take no money with it any more when its
 * appointment does not want to be paid.
 * @throws PaymentsUnavailable, StripeRefused
 */
export async function settleOrGiveUp(deps: PaymentDeps, intentId: string): Promise<void> {
  const settlement = await settlePayment(deps, intentId)
  if (settlement.outcome !== 'open' || settlement.isWanted) return
  await deps.stripe.cancelIntent(intentId)
  // Given up, or paid in the same moment after all.
  await settlePayment(deps, intentId)
}

/** Cancels the open intents of a canceled appointment; money already taken is refunded. */
export async function giveUpPayments(deps: PaymentDeps, appointmentId: string): Promise<void> {
  for (const { intentId } of listOpenPaymentsOf(deps.db, appointmentId)) {
    await settleOrGiveUp(deps, intentId)
  }
}
