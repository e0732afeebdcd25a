import type { IsoDate } from '#contract/dates.ts'
import { MOST_CARDS } from '#contract/payments/cards.ts'
import { clinicMomentAt } from '#domain/clinic-clock.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { Database } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type CardRow,
  deleteCustomer,
  findCard,
  findCustomer,
  hasConsent,
  insertConsent,
  insertCustomer,
  listCards,
} from '#drizzle/queries/payments/cards.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { removeCard } from './keep-card.ts'

interface OwnPayment {
  /** The caller, who has to be its payer. */
  uid: string
  intentId: string
}

type Refused =
  /** That user has no such payment. */
  | { outcome: 'no_payment' }
  /** It can no longer be paid. */
  | { outcome: 'payment_closed' }

/** The card with which the browser confirms the payment. */
interface Chosen {
  outcome: 'chosen'
  paymentMethodId: string
}

function whyNot(db: Database, { uid, intentId }: OwnPayment): Refused | null {
  const payment = findPayment(db, intentId)
  if (payment?.method !== 'card' || payerOf(db, intentId) !== uid) return { outcome: 'no_payment' }
  return payment.state === 'open' ? null : { outcome: 'payment_closed' }
}

/** Whether a card has passed its last month, on the clinic's calendar. */
export function isExpired(
  card: Pick<CardRow, 'expiryMonth' | 'expiryYear'>,
  today: IsoDate,
): boolean {
  const last = `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}`
  return last < today.slice(0, 7)
}

/**
 * Prepares an open payment to be paid with one of its payer's own kept cards.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function chooseCard(
  { db, stripe, now }: PaymentContext,
  { cardId, ...payment }: OwnPayment & { cardId: string },
): Promise<Chosen | Refused | { outcome: 'no_card' | 'card_expired' }> {
  const refused = whyNot(db, payment)
  if (refused) return refused
  const card = findCard(db, cardId)
  if (card?.userUid !== payment.uid || card.removedAt) return { outcome: 'no_card' }
  if (isExpired(card, clinicMomentAt(db, now()).today)) return { outcome: 'card_expired' }
  const { customerId, paymentMethodId } = card
  const { intentId } = payment
  const answer = await stripe.setCard({ intentId, customerId, paymentMethodId, isKept: false })
  if (answer === 'done') return { outcome: 'chosen', paymentMethodId }
  if (answer === 'closed') return { outcome: 'payment_closed' }
  await writeTransaction(db, (tx) => removeCard(tx, card, { reason: 'lost', now: now() }))
  return { outcome: 'no_card' }
}

/**
 * Has Stripe keep the card of an open payment once it is paid, with the payer's consent. The
 * consent is stored before Stripe is called; a payer without a customer at Stripe gets one.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function agreeToKeep(
  context: PaymentContext,
  { paymentMethodId, text, ...payment }: OwnPayment & { paymentMethodId: string; text: string },
): Promise<Chosen | Refused | { outcome: 'too_many_cards' | 'not_kept' }> {
  const { db, stripe, now } = context
  const { uid, intentId } = payment
  const refused = whyNot(db, payment)
  if (refused) return refused
  if (listCards(db, uid).length >= MOST_CARDS) return { outcome: 'too_many_cards' }
  const customerId = await customerOf(context, uid)
  const consent = { paymentId: intentId, paymentMethodId, userUid: uid, text, createdAt: now() }
  await writeTransaction(db, (tx) => {
    if (hasConsent(tx, consent)) return
    insertConsent(tx, consent)
    const data = { paymentId: intentId }
    appendEvent(tx, { kind: 'user.card_agreed', actor: uid, subject: uid, data }, now())
  })
  const keepFor = (customer: string) =>
    stripe.setCard({ intentId, customerId: customer, paymentMethodId: null, isKept: true })
  let answer = await keepFor(customerId)
  // The customer may have been deleted in Stripe's dashboard.
  if (answer === 'refused') answer = await keepFor(await customerOf(context, uid, customerId))
  if (answer === 'refused') return { outcome: 'not_kept' }
  if (answer === 'closed') return { outcome: 'payment_closed' }
  return { outcome: 'chosen', paymentMethodId }
}

/**
 * A user's customer at Stripe, created if there is none.
 * @param missing a customer that Stripe no longer has
 */
async function customerOf(
  { db, stripe, now }: PaymentContext,
  uid: string,
  missing?: string,
): Promise<string> {
  const known = findCustomer(db, uid)
  if (known !== undefined && known !== missing) return known
  const id = await stripe.createCustomer(['customer', uid, missing].filter(Boolean).join(':'))
  await writeTransaction(db, (tx) => {
    if (missing) {
      for (const card of listCards(tx, uid)) removeCard(tx, card, { reason: 'lost', now: now() })
      deleteCustomer(tx, missing, now())
    }
    insertCustomer(tx, { id, userUid: uid, createdAt: now() })
  })
  return findCustomer(db, uid) ?? id
}
