import type Stripe from 'stripe'
import type { ChargeRecord, PaymentMethodRecord } from '../records.ts'
import { cardOf, checks, fingerprint } from './payment-method.ts'

const outcome = (charge: ChargeRecord): Stripe.Charge.Outcome | null => {
  if (charge.status === 'pending') return null
  const failure = charge.failure
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason: failure ? (failure.declineCode ?? failure.code) : null,
    risk_level: 'normal',
    risk_score: 0,
    seller_message: failure
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  }
}

const threeDSecure: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

/** A charge as Stripe answers it; `method` is the payment method it was made with. */
export function toCharge(charge: ChargeRecord, method: PaymentMethodRecord): Stripe.Charge {
  const card = cardOf(method)
  const succeeded = charge.status === 'succeeded'
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: succeeded ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing, tax_id: null },
    calculated_statement_descriptor: null,
    captured: succeeded,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcome(charge),
    paid: succeeded,
    payment_intent: charge.intent,
    payment_method: charge.paymentMethod,
    payment_method_details: {
      card: {
        amount_authorized: succeeded ? charge.amount : null,
        authorization_code: null,
        brand: card.brand,
        checks: checks(method, charge.failure?.code === 'incorrect_cvc' ? 'fail' : 'pass'),
        country: 'US',
        electronic_commerce_indicator: null,
        exp_month: method.expMonth,
        exp_year: method.expYear,
        fingerprint: fingerprint(card),
        funding: card.funding,
        installments: null,
        last4: card.number.slice(-4),
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: charge.authenticated ? threeDSecure : null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amountRefunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  }
}
