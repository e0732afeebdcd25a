import type { z } from 'zod'
import { cardRefused, noSuch } from '../api/errors.ts'
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
  { card: { number } }: z.output<typeof createPaymentMethodParams>,
): PaymentMethodRecord {
  const card = cardByNumber(number)
  if (!card) throw cardRefused(liveCardDecline)
  return keep(scope, card)
}

/**
 * The payment method that a parameter names: an existing one (`pm_…`), or a new one made of a
 * test card's server-side name (`pm_card_visa`).
 * @throws StripeRefusal (404) when there is none
 */
export function resolvePaymentMethod(scope: Scope, name: string): PaymentMethodRecord {
  const card = cardByToken(name)
  if (card) return keep(scope, card)
  const found = scope.store.find('payment_method', name)
  if (!found) throw noSuch('PaymentMethod', name)
  return found
}

function keep({ store }: Scope, card: TestCard): PaymentMethodRecord {
  const method = { id: newId('pm'), cardToken: card.token }
  store.put('payment_method', method)
  return method
}
