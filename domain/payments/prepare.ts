import { CURRENCY } from '../../contract/payments.ts'
import {
  findLatestPayment,
  findPayable,
  findPayment,
  movePayment,
  type Payable,
  rememberPayment,
} from '../../drizzle/queries/payments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PaymentDeps } from './payment-context.ts'
import { settleIntent } from './settle.ts'
import { type Intent, IntentKeySpent, PaymentsUnavailable } from './stripe-adapter.ts'

export interface PaymentWish {
  appointmentId: string
  /** Who wants to pay: for appointments of their own only. */
  uid: string
  /** What the page shows, in cents. It never decides the amount. */
  priceCents: number
}

export type Preparation =
  | { outcome: 'ready'; clientSecret: string }
  /** There is none, or it is another patient's. */
  | { outcome: 'no_appointment' }
  | { outcome: 'cancelled' }
  | { outcome: 'price_changed'; priceCents: number }
  | { outcome: 'already_paid'; intentId: string }
  /** Money is being taken by that intent; it is not to be taken a second time. */
  | { outcome: 'processing'; intentId: string }

/** How many keys in a row may turn out to be spent before we take Stripe to be out of order. */
const MOST_SPENT_KEYS = 5

/**
 * Finds or makes the one intent to pay an appointment with. However often and
 * from however many tabs it is called, there is never more than one that can take money: an open
 * one is used again, one that has taken money is settled instead, and a new one is made under an
 * idempotency key that all callers share.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function preparePayment(deps: PaymentDeps, wish: PaymentWish): Promise<Preparation> {
  const { db } = deps
  const appointment = findPayable(db, wish.appointmentId)
  if (!appointment) return { outcome: 'no_appointment' }
  const refusal = whyNot(appointment, wish)
  if (refusal) return refusal

  const latest = findLatestPayment(db, appointment.id)
  if (latest?.state === 'open') {
    const standing = await reuseOpenIntent(deps, appointment, wish, latest.intentId)
    if (standing) return standing
  }
  const intent = await createIntent(deps, appointment, (latest?.attempt ?? 0) + 1)
  // During the call to Stripe the appointment may have been canceled or paid.
  return whyNot(findPayable(db, appointment.id), wish) ?? ready(intent)
}

function whyNot(appointment: Payable | undefined, wish: PaymentWish): Preparation | null {
  if (appointment?.patientUid !== wish.uid) return { outcome: 'no_appointment' }
  const { paid, transactionId, status, priceCents } = appointment
  if (paid && transactionId) return { outcome: 'already_paid', intentId: transactionId }
  if (status === 'cancelled') return { outcome: 'cancelled' }
  if (priceCents !== wish.priceCents) return { outcome: 'price_changed', priceCents }
  return null
}

/** The answer that the appointment's open intent gives; null when a new intent is needed. */
async function reuseOpenIntent(
  deps: PaymentDeps,
  appointment: Payable,
  wish: PaymentWish,
  intentId: string,
): Promise<Preparation | null> {
  const { db, stripe } = deps
  const intent = await stripe.retrieveIntent(intentId)
  if (!intent) {
    // Created with other keys, for example the sandbox's: it cannot be paid with these.
    await writeTransaction(db, () => movePayment(db, intentId, ['open'], 'closed'))
    return null
  }
  const settlement = await settleIntent(deps, intent)
  if (settlement.outcome === 'processing') return { outcome: 'processing', intentId }
  // Cancelled or paid while Stripe took its time, it is not to be paid with this one either.
  if (settlement.outcome === 'open' && settlement.isWanted) {
    if (intent.amountCents === appointment.priceCents && intent.currency === CURRENCY) {
      return ready(intent)
    }
    if (await stripe.cancelIntent(intentId)) {
      await writeTransaction(db, () => movePayment(db, intentId, ['open'], 'closed'))
      return null
    }
    // It was paid in the same moment after all.
    throw new PaymentsUnavailable(1)
  }
  return whyNot(findPayable(db, appointment.id), wish)
}

async function createIntent(
  { db, stripe, now }: PaymentDeps,
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
      // A replayed answer shows an intent as it was: our own record knows of its end.
      const known = findPayment(db, intent.id)
      if (known && known.state !== 'open') continue
      const payment = { intentId: intent.id, appointmentId, amountCents, currency: CURRENCY }
      await writeTransaction(db, () => rememberPayment(db, { ...payment, attempt }, now()))
      return intent
    } catch (error) {
      if (!(error instanceof IntentKeySpent)) throw error
    }
  }
  throw new PaymentsUnavailable(60)
}

function ready({ clientSecret }: Intent): Preparation {
  if (!clientSecret) throw new Error('Stripe sent a PaymentIntent without its client secret')
  return { outcome: 'ready', clientSecret }
}
