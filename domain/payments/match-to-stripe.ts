import { CURRENCY } from '#contract/payments/payments.ts'
import type { LinkRequest } from '#contract/payments/reconciliation.ts'
import type { Intent } from '#domain/payments/stripe/stripe-adapter.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findPayable, type Payable, recordPayment } from '#drizzle/queries/payments/payments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { settleRecorded } from './settle.ts'
import {
  endByAdmin,
  listPaymentProblems,
  type ReconciliationContext,
} from './stripe-differences.ts'

export type LinkOutcome =
  | { outcome: 'done' }
  /** The problem has ended meanwhile. */
  | { outcome: 'no_problem' }
  | { outcome: 'no_appointment' | 'cancelled' | 'already_paid' }
  /** Part of the payment was refunded, or is disputed. */
  | { outcome: 'not_kept' }
  /** In cents. */
  | { outcome: 'other_amount'; priceCents: number; amountCents: number }

/**
 * Assigns a payment made at Stripe without the site to an appointment, as if the site had created it:
 * docs/requirements.md#reconciliation.
 * @param actor uid of the admin
 * @throws PaymentsUnavailable
 */
export async function linkPayment(
  context: ReconciliationContext,
  { subject, appointment: appointmentId }: LinkRequest,
  actor: string,
): Promise<LinkOutcome> {
  const { db, stripe, now } = context
  const find = () =>
    listPaymentProblems(context, subject).find(({ cause }) => cause === 'unknown_intent')
  if (!find()) return { outcome: 'no_problem' }
  const intent = await stripe.retrieveIntent(subject)
  return writeTransaction(db, (tx) => {
    // Inside the transaction, so that only the first of two clicks succeeds.
    const problem = find()
    if (!problem) return { outcome: 'no_problem' }
    const appointment = findPayable(db, appointmentId)
    if (!appointment) return { outcome: 'no_appointment' }
    if (!intent || intent.livemode !== stripe.livemode) return { outcome: 'not_kept' }
    const refusal = whyNotFor(appointment, intent)
    if (refusal) return refusal
    const { id, amountCents, currency } = intent
    const items = [{ appointmentId, amountCents }]
    recordPayment(tx, { id, payerUid: appointment.patientUid, currency, items }, now())
    settleRecorded(tx, { intent, refunds: [], actor, now: now() })
    const data = { appointmentId, amountCents }
    appendEvent(tx, { kind: 'payment.linked', actor, subject, data }, now())
    endByAdmin(tx, problem, actor, now())
    return { outcome: 'done' }
  })
}

function whyNotFor(
  { paid, billedElsewhere, status, priceCents }: Payable,
  intent: Intent,
): LinkOutcome | null {
  const { amountCents, receivedCents, refundedCents, currency, disputed, disputeLost } = intent
  const isKept = intent.status === 'succeeded' && receivedCents === amountCents
  if (!isKept || refundedCents > 0 || disputed || disputeLost) return { outcome: 'not_kept' }
  if (status === 'cancelled') return { outcome: 'cancelled' }
  if (paid || billedElsewhere) return { outcome: 'already_paid' }
  if (amountCents === priceCents && currency === CURRENCY) return null
  return { outcome: 'other_amount', priceCents, amountCents }
}
