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

/** The card provider's sandbox, as the clinic's server calls it. */
export function sandboxStripe(): Stripe {
  const { secretKey, ...at } = sandboxAccess()
  return new Stripe(secretKey, { ...at, protocol: 'http', telemetry: false })
}

/**
 * Has a user keep a Visa card that is shown as ending in 4242, or none.
 * @param token of the test card that it is: 'pm_card_visa'
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
