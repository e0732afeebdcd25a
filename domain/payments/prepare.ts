import { CURRENCY } from '../../contract/payments.ts'
import {
  findLatestPayment,
  findPayable,
  findPayment,
  movePayment,
  type Payable,
  recordPayment,
} from '../../drizzle/queries/payments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PaymentContext } from './payment-context.ts'
import { settleIntent } from './settle.ts'
import { IdempotencyKeySpent, type Intent, PaymentsUnavailable } from './stripe-adapter.ts'

interface PaymentRequest {
  appointmentId: string
  /** The patient, who can pay only for their own appointments. */
  uid: string
  /** The price that the page shows, in cents. It never decides the amount. */
  priceCents: number
}

export type Preparation =
  | { outcome: 'ready'; clientSecret: string }
  /** It does not exist, or is another patient's. */
  | { outcome: 'no_appointment' }
  | { outcome: 'cancelled' }
  | { outcome: 'price_changed'; priceCents: number }
  | { outcome: 'already_paid'; intentId: string }
  /** That intent is being processed: no second charge. */
  | { outcome: 'processing'; intentId: string }

/** Spent idempotency keys in a row after which Stripe counts as unavailable. */
const MOST_SPENT_KEYS = 5

/**
 * Finds or creates the intent to pay an appointment with. However often it is called, and from
 * however many tabs, there is at most one open intent: an open one is reused, a charged one is
 * settled, and a new one is created under an idempotency key that all callers share.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function preparePayment(
  context: PaymentContext,
  request: PaymentRequest,
): Promise<Preparation> {
  const { db } = context
  const appointment = findPayable(db, request.appointmentId)
  if (!appointment) return { outcome: 'no_appointment' }
  const refusal = whyNot(appointment, request)
  if (refusal) return refusal

  const latest = findLatestPayment(db, appointment.id)
  if (latest?.state === 'open') {
    const reused = await reuseOpenIntent(context, appointment, request, latest.intentId)
    if (reused) return reused
  }
  const intent = await createIntent(context, appointment, (latest?.attempt ?? 0) + 1)
  // During the call to Stripe the appointment may have been canceled or paid.
  return whyNot(findPayable(db, appointment.id), request) ?? ready(intent)
}

function whyNot(appointment: Payable | undefined, request: PaymentRequest): Preparation | null {
  if (appointment?.patientUid !== request.uid) return { outcome: 'no_appointment' }
  const { paid, transactionId, status, priceCents } = appointment
  if (paid && transactionId) return { outcome: 'already_paid', intentId: transactionId }
  if (status === 'cancelled') return { outcome: 'cancelled' }
  if (priceCents !== request.priceCents) return { outcome: 'price_changed', priceCents }
  return null
}

/** The preparation with the appointment's open intent; null when a new intent is needed. */
async function reuseOpenIntent(
  context: PaymentContext,
  appointment: Payable,
  request: PaymentRequest,
  intentId: string,
): Promise<Preparation | null> {
  const { db, stripe } = context
  const intent = await stripe.retrieveIntent(intentId)
  if (!intent) {
    // Created with other keys, for example the sandbox's: it cannot be paid with these.
    await writeTransaction(db, () => movePayment(db, intentId, ['open'], 'closed'))
    return null
  }
  const settlement = await settleIntent(context, intent)
  if (settlement.outcome === 'processing') return { outcome: 'processing', intentId }
  // The appointment may have been canceled or paid during the call to Stripe.
  if (settlement.outcome === 'open' && settlement.isPayable) {
    if (intent.amountCents === appointment.priceCents && intent.currency === CURRENCY) {
      return ready(intent)
    }
    if (await stripe.cancelIntent(intentId)) {
      await writeTransaction(db, () => movePayment(db, intentId, ['open'], 'closed'))
      return null
    }
    // It has just been charged.
    throw new PaymentsUnavailable(1)
  }
  return whyNot(findPayable(db, appointment.id), request)
}

async function createIntent(
  { db, stripe, now }: PaymentContext,
  appointment: Payable,
  firstAttempt: number,
): Promise<Intent> {
  const { id: appointmentId, priceCents: amountCents } = appointment
  for (let attempt = firstAttempt; attempt < firstAttempt + MOST_SPENT_KEYS; attempt++) {
    try {
      const intent = await stripe.createIntent(
        { amountCents, currency: CURRENCY, appointmentId },
        `pi:${appointmentId}:${attempt}`,
      )
      // A replayed response shows an intent as it was: our copy has its current state.
      const known = findPayment(db, intent.id)
      if (known && known.state !== 'open') continue
      const payment = { intentId: intent.id, appointmentId, amountCents, currency: CURRENCY }
      await writeTransaction(db, () => recordPayment(db, { ...payment, attempt }, now()))
      return intent
    } catch (error) {
      if (!(error instanceof IdempotencyKeySpent)) throw error
    }
  }
  throw new PaymentsUnavailable(60)
}

function ready({ clientSecret }: Intent): Preparation {
  if (!clientSecret) throw new Error('Stripe sent a PaymentIntent without its client secret')
  return { outcome: 'ready', clientSecret }
}
