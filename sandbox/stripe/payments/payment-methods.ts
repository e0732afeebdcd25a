import type { z } from 'zod'
import { cardRefused, invalidRequest, noSuch } from '../api/errors.ts'
import type { createPaymentMethodParams } from '../api/params.ts'
import type { PaymentMethodRecord } from '../records/records.ts'
import { newId } from '../records/records.ts'
import type { Scope } from '../records/scope.ts'
import { cardByNumber, cardByToken, liveCardDecline, type TestCard } from './cards.ts'

/**
 * `POST /v1/payment_methods`: stores which test card it is. The card Element has checked the details.
 * Real cards are declined, and nothing of them is stored.
 * @throws StripeRefusal (402) with Stripe's message
 */
export function createPaymentMethod(
  scope: Scope,
  {
    card: { number, exp_month: month, exp_year: year },
  }: z.output<typeof createPaymentMethodParams>,
): PaymentMethodRecord {
  const card = cardByNumber(number)
  if (!card) throw cardRefused(liveCardDecline)
  // Stripe takes two digits or four.
  return keep(scope, card, { month, year: year < 100 ? 2000 + year : year })
}

/**
 * The payment method of a parameter: an existing one (`pm_…`), or a new one from a test card's server-side
 * name (`pm_card_visa`).
 * @throws StripeRefusal (404) when there is none
 */
export function resolvePaymentMethod(scope: Scope, name: string): PaymentMethodRecord {
  const card = cardByToken(name)
  if (card) return keep(scope, card)
  const found = scope.store.find('payment_method', name)
  if (!found) throw noSuch('PaymentMethod', name)
  return found
}

function keep(
  { store }: Scope,
  card: TestCard,
  expires?: PaymentMethodRecord['expires'],
): PaymentMethodRecord {
  const method = { id: newId('pm'), cardToken: card.token, ...(expires && { expires }) }
  store.put('payment_method', method)
  return method
}

/**
 * `POST /v1/payment_methods/:id/attach`, also of a test card by its server-side name.
 * @throws StripeRefusal 404 for an unknown one, 400 for one that has paid or was detached
 */
export function attachPaymentMethod(
  scope: Scope,
  name: string,
  customer: string,
): PaymentMethodRecord {
  const method = resolvePaymentMethod(scope, name)
  checkUsable(method, customer)
  const attached = { ...method, customer }
  scope.store.put('payment_method', attached)
  return attached
}

/**
 * `POST /v1/payment_methods/:id/detach`: it can no longer pay.
 * @throws StripeRefusal 404 for an unknown one, 400 for one without a customer
 */
export function detachPaymentMethod(scope: Scope, id: string): PaymentMethodRecord {
  const method = scope.store.need('payment_method', id)
  if (!method.customer) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  return detach(scope, method)
}

/** Takes a payment method from its customer. */
export function detach({ store }: Scope, method: PaymentMethodRecord): PaymentMethodRecord {
  const detached = { ...method, customer: null, isSpent: true }
  store.put('payment_method', detached)
  return detached
}

/**
 * Checks that a payment method may pay for a customer's intent, or for one without.
 * @throws StripeRefusal 400
 */
export function checkUsable(
  { id, customer = null, isSpent }: PaymentMethodRecord,
  payer: string | null,
): void {
  if (customer !== null && customer !== payer) {
    throw invalidRequest(
      `The PaymentMethod ${id} belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
    )
  }
  if (isSpent) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  }
}
