import type Stripe from 'stripe'
import { z } from 'zod'
import type { AttachedCard, Intent, Refund, StripeEvent } from './stripe-adapter.ts'

/** Key of an intent's metadata with the id of its appointment. */
export const APPOINTMENT_KEY = 'appointment_id'

/** Key of an intent's metadata with the key of its request. */
export const REQUEST_KEY = 'payment_request'

/** Key of a refund's metadata with the id of our row. */
export const REFUND_KEY = 'refund_id'

// https://docs.stripe.com/api/disputes/object#dispute_object-status
const ENDED_WITHOUT_LOSS: readonly Stripe.Dispute.Status[] = ['won', 'warning_closed', 'prevented']

/**
 * Converts Stripe's PaymentIntent, with its latest charge expanded, and its disputes. A charge stays
 * `disputed` after a won dispute, so only the disputes tell whether one is open.
 */
export function toIntent(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[] = [],
): Intent {
  const { latest_charge: charge, last_payment_error: error } = intent
  const expanded = typeof charge === 'object' ? charge : null
  const disputeWon =
    disputes.length > 0 && disputes.every(({ status }) => ENDED_WITHOUT_LOSS.includes(status))
  return {
    id: intent.id,
    status: toStatus(intent.status),
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    livemode: intent.livemode,
    appointmentId: intent.metadata[APPOINTMENT_KEY] ?? null,
    requestKey: intent.metadata[REQUEST_KEY] ?? null,
    clientSecret: intent.client_secret,
    card: toCard(expanded?.payment_method_details?.card),
    paymentMethodId: expanded?.payment_method ?? null,
    attached: expanded && toAttached(intent, expanded),
    refundedCents: expanded?.amount_refunded ?? 0,
    disputed: expanded?.disputed === true && !disputeWon,
    disputeLost: disputes.some(({ status }) => status === 'lost'),
    disputeWon,
    failure: error && {
      // A failed challenge has no charge, but each attempt has its own payment method.
      name: error.charge ?? error.payment_method?.id ?? error.code ?? error.type,
      code: error.code ?? null,
      declineCode: error.decline_code ?? null,
      message: error.message ?? null,
    },
  }
}

function toCard(card: Stripe.Charge.PaymentMethodDetails.Card | undefined): Intent['card'] {
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null
}

// https://docs.stripe.com/payments/save-during-payment
function toAttached(intent: Stripe.PaymentIntent, charge: Stripe.Charge): AttachedCard | null {
  const { customer } = intent
  const { payment_method: paymentMethodId, payment_method_details: details } = charge
  const card = toCard(details?.card)
  const { exp_month: expiryMonth, exp_year: expiryYear, fingerprint } = details?.card ?? {}
  const isAttached = intent.status === 'succeeded' && intent.setup_future_usage !== null
  if (!isAttached || !customer || !paymentMethodId) return null
  // For other payment methods, Stripe reports none of these.
  if (!card || !fingerprint || !expiryMonth || !expiryYear) return null
  const customerId = typeof customer === 'string' ? customer : customer.id
  return { ...card, customerId, paymentMethodId, fingerprint, expiryMonth, expiryYear }
}

// Stripe may add states; an unknown one counts as not charged, and as chargeable.
function toStatus(status: Stripe.PaymentIntent['status']): Intent['status'] {
  const known = ['succeeded', 'processing', 'canceled'] as const
  return known.find((name) => name === status) ?? 'open'
}

/** Converts Stripe's refund: https://docs.stripe.com/refunds#refund-statuses */
export function toRefund({ id, status, amount, metadata }: Stripe.Refund): Refund {
  const refund = { id, refundId: metadata?.[REFUND_KEY] ?? null, amountCents: amount }
  if (status === 'succeeded') return { ...refund, status: 'done' }
  if (status === 'failed' || status === 'canceled') return { ...refund, status: 'refused' }
  return { ...refund, status: 'pending' }
}

/** The fields of an event that we read; Stripe or a forwarding service may add others. */
const webhookEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  livemode: z.boolean(),
  // Seconds, up to the year 9999.
  created: z.int().min(0).max(253_402_300_799),
  data: z.object({ object: z.looseObject({}) }),
})

/**
 * Validates a webhook's event: a valid signature does not guarantee its form.
 * @throws ZodError
 */
export function parseStripeEvent(event: Stripe.Event): StripeEvent {
  webhookEvent.parse(event)
  return toStripeEvent(event)
}

/** Converts Stripe's event. */
export function toStripeEvent({ id, type, livemode, created, data }: Stripe.Event): StripeEvent {
  return {
    id,
    type,
    livemode,
    createdAt: new Date(created * 1000),
    intentId: intentOf(data.object),
  }
}

/** Charges, refunds and disputes name their intent. */
function intentOf(object: Stripe.Event['data']['object']): string | null {
  if (object.object === 'payment_intent') return typeof object.id === 'string' ? object.id : null
  if (!('payment_intent' in object)) return null
  const { payment_intent: intent } = object
  if (intent instanceof Object && 'id' in intent) return String(intent.id)
  return typeof intent === 'string' ? intent : null
}
