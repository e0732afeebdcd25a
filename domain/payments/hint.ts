import { CURRENCY } from '../../contract/payments.ts'
import { findPayable } from '../../drizzle/queries/payments.ts'
import type { PaymentDeps } from './payment-context.ts'
import { settleIntent } from './settle.ts'

export interface Hint {
  appointmentId: string
  /** Who says so. */
  uid: string
  /** The intent that is said to have been paid. */
  intentId: string
}

export type HintAnswer =
  | { outcome: 'paid'; intentId: string }
  | { outcome: 'processing' }
  /** There is none, or it is another patient's. */
  | { outcome: 'no_appointment' }
  /** Stripe does not know the intent, or it was made for something else. */
  | { outcome: 'no_payment' }
  /** It is of another amount or currency. */
  | { outcome: 'mismatch' }
  /** Another intent pays the appointment; this one is refunded. */
  | { outcome: 'paid_otherwise'; intentId: string }
  /** The appointment is canceled; the payment is refunded. */
  | { outcome: 'cancelled' }
  /** Nothing was taken; `message` is the last decline's. */
  | { outcome: 'not_completed'; message: string | null }

/**
 * Takes the browser's word for a payment as what it is, a reason to ask Stripe: the intent must
 * exist, be for this very appointment of this very patient, and of its price. Only then is it
 * settled; otherwise nothing changes.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function followHint(
  deps: PaymentDeps,
  { appointmentId, uid, intentId }: Hint,
): Promise<HintAnswer> {
  const { db, stripe } = deps
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
  const { outcome } = await settleIntent(deps, intent, uid)
  if (outcome === 'paid') return { outcome, intentId }

  const current = findPayable(db, appointmentId)
  if (current?.transactionId) return { outcome: 'paid_otherwise', intentId: current.transactionId }
  if (current?.status === 'cancelled') return { outcome: 'cancelled' }
  return { outcome: 'not_completed', message: 'That payment was refunded.' }
}
