import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { cardByToken, type TestCard } from '../payments/cards.ts'
import type {
  ChargeRecord,
  CustomerRecord,
  DisputeRecord,
  IntentRecord,
  Part,
  PaymentMethodRecord,
  RefundRecord,
} from './records.ts'

// The fields of Stripe's objects that the clinic, its card page and the tests read.

export type Charge = ReturnType<typeof toCharge>
export type Dispute = ReturnType<typeof toDispute>
export type Refund = ReturnType<typeof toRefund>

/** The test card behind a payment method. */
export function cardOf(method: PaymentMethodRecord): TestCard {
  const card = cardByToken(method.cardToken)
  if (!card) throw new Error(`Unknown test card ${method.cardToken}`)
  return card
}

/** The expiry of cards that were stored without one. */
const LATER = { month: 12, year: 2034 }

function toCard(method: PaymentMethodRecord) {
  const { brand, number } = cardOf(method)
  const { month: exp_month, year: exp_year } = method.expires ?? LATER
  // The same for every payment method of one card.
  const fingerprint = createHash('sha256').update(number).digest('hex').slice(0, 16)
  return { brand, last4: number.slice(-4), exp_month, exp_year, fingerprint }
}

export function toPaymentMethod(method: PaymentMethodRecord) {
  return {
    id: method.id,
    object: 'payment_method',
    card: toCard(method),
    customer: method.customer ?? null,
    type: 'card',
  } satisfies Part<Stripe.PaymentMethod>
}

export function toCustomer({ id, created }: CustomerRecord) {
  return { id, object: 'customer', created, livemode: false } satisfies Part<Stripe.Customer>
}

/** `method` is the payment method the charge was made with. */
export function toCharge(charge: ChargeRecord, method: PaymentMethodRecord) {
  const succeeded = charge.status === 'succeeded'
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: succeeded ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    created: charge.created,
    disputed: charge.disputed,
    paid: succeeded,
    payment_intent: charge.intent,
    payment_method: charge.paymentMethod,
    payment_method_details: { card: toCard(method), type: 'card' },
    refunded: charge.amountRefunded === charge.amount,
    status: charge.status,
  } satisfies Part<Stripe.Charge>
}

export function toDispute(dispute: DisputeRecord) {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    charge: dispute.charge,
    payment_intent: dispute.intent,
    status: dispute.status,
  } satisfies Part<Stripe.Dispute>
}

/** The part of a payment intent that the publishable key may see: neither metadata nor charges. */
export function toBrowserPaymentIntent(intent: IntentRecord) {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    client_secret: intent.clientSecret,
    created: intent.created,
    currency: intent.currency,
    last_payment_error: intent.lastError,
    livemode: false,
    next_action: intent.challenge
      ? {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', source: intent.challenge },
        }
      : null,
    payment_method: intent.paymentMethod,
    status: intent.status,
  } satisfies Part<Stripe.PaymentIntent>
}

/** A payment intent as the secret key sees it. */
export function toPaymentIntent(intent: IntentRecord) {
  return {
    ...toBrowserPaymentIntent(intent),
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    customer: intent.customer ?? null,
    description: intent.description,
    latest_charge: intent.latestCharge,
    metadata: intent.metadata,
    setup_future_usage: intent.setupFutureUsage ?? null,
  } satisfies Part<Stripe.PaymentIntent>
}

export function toRefund(refund: RefundRecord) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.charge,
    metadata: refund.metadata,
    payment_intent: refund.intent,
    status: refund.status,
  } satisfies Part<Stripe.Refund>
}
