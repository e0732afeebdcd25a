import type { z } from 'zod'
import { cardRefused, noSuch, StripeRefusal } from '../api/errors.ts'
import type { createPaymentMethodParams } from '../api/params.ts'
import type { Billing, PaymentMethodRecord } from '../records/records.ts'
import { newId } from '../records/records.ts'
import { type Scope, seconds } from '../records/scope.ts'
import { cardByNumber, cardByToken, hasValidCheckDigit, liveCardDecline } from './cards.ts'

type Params = z.output<typeof createPaymentMethodParams>

const noBilling = {
  name: null,
  email: null,
  phone: null,
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
} satisfies Billing

/**
 * `POST /v1/payment_methods`: validates the card's details like Stripe and stores which test card it
 * is. Real cards are declined, and nothing of them is stored.
 * @throws StripeRefusal (402) with Stripe's message
 */
export function createPaymentMethod(scope: Scope, params: Params): PaymentMethodRecord {
  if (scope.caller === 'secret') {
    throw new StripeRefusal(402, {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
    })
  }
  const { number = '', exp_month: month, exp_year: year, cvc } = params.card
  const digits = number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) {
    throw cardRefused({
      code: 'invalid_number',
      message: 'Your card number is not a valid credit card number.',
    })
  }
  if (!hasValidCheckDigit(digits)) {
    throw cardRefused({ code: 'incorrect_number', message: 'Your card number is incorrect.' })
  }
  if (month === undefined || month < 1 || month > 12) {
    throw cardRefused({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
    })
  }
  const today = new Date(scope.now())
  const fullYear = year === undefined || year >= 100 ? year : 2000 + year
  const monthsLeft =
    fullYear === undefined
      ? Number.NaN
      : (fullYear - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1)
  if (fullYear === undefined || !(monthsLeft >= 0 && monthsLeft <= 50 * 12)) {
    throw cardRefused({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
    })
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardRefused({ code: 'invalid_cvc', message: "Your card's security code is invalid." })
  }
  const card = cardByNumber(digits)
  if (!card) {
    const { code, declineCode, message } = liveCardDecline
    throw cardRefused({ code, decline_code: declineCode, message })
  }
  return keep(scope, {
    cardToken: card.token,
    expMonth: month,
    expYear: fullYear,
    billing: {
      ...noBilling,
      ...params.billing_details,
      address: { ...noBilling.address, ...params.billing_details?.address },
    },
  })
}

/**
 * The payment method that a parameter names: an existing one (`pm_…`), or a new one made of a
 * test card's server-side name (`pm_card_visa`).
 * @throws StripeRefusal (404) when there is none
 */
export function resolvePaymentMethod(scope: Scope, name: string): PaymentMethodRecord {
  const card = cardByToken(name)
  if (card) {
    return keep(scope, {
      cardToken: card.token,
      expMonth: 12,
      expYear: new Date(scope.now()).getUTCFullYear() + 1,
      billing: noBilling,
    })
  }
  const found = scope.store.find('payment_method', name)
  if (!found) throw noSuch('PaymentMethod', name)
  return found
}

function keep(
  scope: Scope,
  rest: Omit<PaymentMethodRecord, 'id' | 'created'>,
): PaymentMethodRecord {
  const method = { id: newId('pm'), created: seconds(scope), ...rest }
  scope.store.put('payment_method', method)
  return method
}
