import { CURRENCY } from '../../contract/payments.ts'
import { findPayable } from '../../drizzle/queries/payments.ts'
import type { PaymentContext } from './payment-context.ts'
import { settleIntent } from './settle.ts'

interface Hint {
  appointmentId: string
  /** The patient. */
  uid: string
  /** The intent that may have succeeded. */
  intentId: string
}

export type HintOutcome =
  | { outcome: 'paid'; intentId: string }
  | { outcome: 'processing' }
  /** It does not exist, or is another patient's. */
  | { outcome: 'no_appointment' }
  /** Stripe does not know the intent, or it is for something else. */
  | { outcome: 'no_payment' }
  /** The amount or currency does not match the price. */
  | { outcome: 'mismatch' }
  /** Another intent pays the appointment; this one is refunded. */
  | { outcome: 'paid_otherwise'; intentId: string }
  /** The appointment is canceled; the payment is refunded. */
  | { outcome: 'cancelled' }
  /** Nothing was charged; `message` is the last decline's. */
  | { outcome: 'not_completed'; message: string | null }

/**
 * Checks the browser's claim that a payment has succeeded with Stripe: the intent must exist, be
 * for this appointment of this patient, and match its price. Only then is it settled.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function checkPaymentHint(
  context: PaymentContext,
  { appointmentId, uid, intentId }: Hint,
): Promise<HintOutcome> {
  const { db, stripe } = context
  const appointment = findPayable(db, appointmentId)
  if (appointment?.patientUid !== uid) return { outcome: 'no_appointment' }
  if (appointment.transactionId === intentId) return { outcome: 'paid', intentId }

  const intent = await stripe.retrieveIntent(intentId)
  if (
    intent?.id !== intentId ||
    intent.livemode !== stripe.livemode ||
    intent.appointmentId !== appointmentId
  ) {
    return { outcome: 'no_payment' }
  }
  if (intent.amountCents !== appointment.priceCents || intent.currency !== CURRENCY) {
    return { outcome: 'mismatch' }
  }
  if (intent.status === 'processing') return { outcome: 'processing' }
  if (intent.status !== 'succeeded') {
    return { outcome: 'not_completed', message: intent.failure?.message ?? null }
  }
  const { outcome } = await settleIntent(context, intent, uid)
  if (outcome === 'paid') return { outcome, intentId }

  const current = findPayable(db, appointmentId)
  if (current?.transactionId) return { outcome: 'paid_otherwise', intentId: current.transactionId }
  if (current?.status === 'cancelled') return { outcome: 'cancelled' }
  return { outcome: 'not_completed', message: 'That payment was refunded.' }
}
