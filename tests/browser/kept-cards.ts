import Stripe from 'stripe'
import {
  findCustomer,
  insertCard,
  insertCustomer,
  listCards,
  removeCardsOf,
} from '#drizzle/queries/payments/cards.ts'
import { sandboxAccess } from './payer.ts'
import { records } from './records.ts'

/** A client for the card provider's sandbox, with the key of the clinic's server. */
export function sandboxStripe(): Stripe {
  const { secretKey, ...at } = sandboxAccess()
  return new Stripe(secretKey, { ...at, protocol: 'http', telemetry: false })
}

/**
 * Gives a user a saved Visa card that ends in 4242, or removes their cards.
 * @param token a test card's, such as 'pm_card_visa'
 */
export async function setKeptCard(userUid: string, token: string | null): Promise<void> {
  const db = records()
  const now = new Date()
  if (token === null) return removeCardsOf(db, userUid, now)
  if (listCards(db, userUid).length > 0) return
  const stripe = sandboxStripe()
  const known = findCustomer(db, userUid)
  const customer = known ?? (await stripe.customers.create()).id
  if (!known) insertCustomer(db, { id: customer, userUid, createdAt: now })
  const { id } = await stripe.paymentMethods.attach(token, { customer })
  insertCard(db, {
    userUid,
    customerId: customer,
    paymentMethodId: id,
    fingerprint: id,
    brand: 'visa',
    last4: '4242',
    expiryMonth: 12,
    expiryYear: 2034,
    keptAt: now,
    usedAt: now,
  })
}
