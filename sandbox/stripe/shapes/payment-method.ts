import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { cardByToken, type TestCard } from '../cards.ts'
import type { PaymentMethodRecord } from '../records.ts'

/** The test card behind a payment method. */
export function cardOf(method: PaymentMethodRecord): TestCard {
  const card = cardByToken(method.cardToken)
  if (!card) throw new Error(`Unknown test card ${method.cardToken}`)
  return card
}

/** Stripe's mark of a card: the same for every payment method made of it. */
export const fingerprint = (card: TestCard): string =>
  createHash('sha256').update(card.number).digest('base64url').slice(0, 16)

/** What the bank checked; null where nothing was given to check. */
export const checks = (method: PaymentMethodRecord, result: 'pass' | 'fail' | 'unchecked') => ({
  address_line1_check: method.billing.address.line1 ? result : null,
  address_postal_code_check: method.billing.address.postal_code ? result : null,
  cvc_check: method.cvcGiven ? result : null,
})

/** A payment method as Stripe answers it. */
export function toPaymentMethod(method: PaymentMethodRecord): Stripe.PaymentMethod {
  const card = cardOf(method)
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...method.billing, tax_id: null },
    card: {
      brand: card.brand,
      checks: checks(method, 'unchecked'),
      country: 'US',
      display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
      exp_month: method.expMonth,
      exp_year: method.expYear,
      fingerprint: fingerprint(card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: 'card',
  }
}
