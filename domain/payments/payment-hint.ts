import { CURRENCY } from '#contract/payments/payments.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { Failure } from '#domain/payments/stripe/stripe-adapter.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import { findPayable, findPayment, listItems } from '#drizzle/queries/payments/payments.ts'
import { clinicMomentAt } from '../clinic-clock.ts'
import { findAccess, isPaidByOther } from '../guardians/appointment-access.ts'
import { settleIntent, settlePayment } from './settle.ts'

interface Hint {
  appointmentId: string
  /** Uid of the payer. */
  uid: string
  /** The intent that may have succeeded. */
  intentId: string
}

export type HintOutcome =
  | { outcome: 'paid'; intentId: string }
  | { outcome: 'processing' }
  /** That user has no such appointment. */
  | { outcome: 'no_appointment' }
  /** Stripe does not know the intent, or it is for another appointment. */
  | { outcome: 'no_payment' }
  /** The amount or currency does not match the price. */
  | { outcome: 'mismatch' }
  /** Another intent paid the appointment (null: another guardian's); this one is refunded. */
  | { outcome: 'paid_otherwise'; intentId: string | null }
  /** The appointment was canceled; the payment is refunded. */
  | { outcome: 'cancelled' }
  /** It does not pay, and was refunded. */
  | { outcome: 'refunded' }
  /** Nothing was charged; `failure`: the last decline. */
  | { outcome: 'not_completed'; failure: Failure | null }

/**
 * Verifies the browser's claim that a payment succeeded: the intent must exist at Stripe, be that user's and
 * for this appointment, and match its price. Only then is it settled.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function checkPaymentHint(
  context: PaymentContext,
  { appointmentId, uid, intentId }: Hint,
): Promise<HintOutcome> {
  const { db, stripe, now } = context
  const access = findAccess(db, { id: appointmentId, uid }, clinicMomentAt(db, now()))
  if (!access) return { outcome: 'no_appointment' }
  const { row: appointment } = access
  const payment = findPayment(db, intentId)
  if (!payment || payerOf(db, intentId) !== uid) return { outcome: 'no_payment' }
  if (appointment.transactionId === intentId) return { outcome: 'paid', intentId }
  const item = listItems(db, intentId).find((paid) => paid.appointmentId === appointmentId)

  const intent = item && (await stripe.retrieveIntent(intentId))
  if (intent?.livemode !== stripe.livemode) return { outcome: 'no_payment' }
  if (intent.amountCents !== appointment.priceCents || intent.currency !== CURRENCY) {
    return { outcome: 'mismatch' }
  }
  if (intent.status === 'processing') return { outcome: 'processing' }
  if (intent.status !== 'succeeded') {
    return { outcome: 'not_completed', failure: intent.failure }
  }
  const { outcome } = await settleIntent(context, intent, uid)
  if (outcome === 'paid') return { outcome, intentId }

  const current = findAppointment(db, appointmentId)
  if (current?.transactionId) {
    const isOthers = isPaidByOther(db, current, uid)
    return { outcome: 'paid_otherwise', intentId: isOthers ? null : current.transactionId }
  }
  if (current?.status === 'cancelled') return { outcome: 'cancelled' }
  return { outcome: 'refunded' }
}

/**
 * Verifies the browser's claim that a payment for several appointments succeeded. It counts as paid when it
 * pays at least one of them; the rest is refunded.
 * @param uid the payer's
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function checkPayment(
  context: PaymentContext,
  { uid, intentId }: Omit<Hint, 'appointmentId'>,
): Promise<HintOutcome> {
  const { db } = context
  if (payerOf(db, intentId) !== uid) return { outcome: 'no_payment' }
  const settlement = await settlePayment(context, intentId, uid)
  switch (settlement.outcome) {
    case 'unknown':
      return { outcome: 'no_payment' }
    case 'processing':
      return { outcome: 'processing' }
    case 'open':
      return { outcome: 'not_completed', failure: settlement.failure }
    case 'closed':
      return { outcome: 'not_completed', failure: null }
    default: {
      const appointments = listItems(db, intentId).map((item) =>
        findPayable(db, item.appointmentId),
      )
      const pays = appointments.some((appointment) => appointment?.transactionId === intentId)
      if (pays) return { outcome: 'paid', intentId }
      const isCancelled = appointments.every((appointment) => appointment?.status === 'cancelled')
      return { outcome: isCancelled ? 'cancelled' : 'refunded' }
    }
  }
}
