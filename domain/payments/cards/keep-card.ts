import type { CardRemoval } from '#contract/payments/card-removal.ts'
import { MOST_CARDS } from '#contract/payments/cards.ts'
import type { Intent, StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type CardRow,
  deleteCustomer,
  findCard,
  findCardByPaymentMethod,
  hasConsent,
  insertCard,
  listCards,
  listOrphanedCustomers,
  markDetached,
  markRemoved,
} from '#drizzle/queries/payments/cards.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'

interface Removal {
  reason: CardRemoval
  /** Null for background jobs. */
  actor?: string | null
  now: Date
}

/**
 * Records that Stripe keeps the card of a payment, with its payer's consent; repeated calls change
 * nothing. A card that was attached without consent is removed at once.
 */
export function recordKeptCard(
  db: Transaction,
  { id: paymentId, attached }: Pick<Intent, 'id' | 'attached'>,
  now: Date,
): void {
  if (!attached || findCardByPaymentMethod(db, attached.paymentMethodId)) return
  const uid = payerOf(db, paymentId)
  // When an account is removed, its customer at Stripe is deleted with everything attached to it.
  if (uid === null) return
  const kept = listCards(db, uid)
  const same = kept.find(({ fingerprint }) => fingerprint === attached.fingerprint)
  const { paymentMethodId } = attached
  const isWanted =
    hasConsent(db, { paymentId, paymentMethodId }) && (same || kept.length < MOST_CARDS)
  if (!isWanted) {
    const unwanted = { ...attached, userUid: uid, fingerprint: null, removedAt: now }
    const card = insertCard(db, { ...unwanted, keptAt: now, usedAt: now })
    recordRemoval(db, card, { reason: 'unwanted', now })
    return
  }
  // The newer entry has the newer expiry date.
  if (same) removeCard(db, same, { reason: 'replaced', now })
  const card = insertCard(db, { ...attached, userUid: uid, keptAt: now, usedAt: now })
  const data = { cardId: card.id, paymentId }
  appendEvent(db, { kind: 'user.card_kept', actor: uid, subject: uid, data }, now)
}

/**
 * Removes a kept card; a worker has Stripe detach it.
 * @returns false when it was removed before
 */
export function removeCard(db: Transaction, card: CardRow, removal: Removal): boolean {
  if (!markRemoved(db, card.id, removal.now)) return false
  recordRemoval(db, card, removal)
  return true
}

function recordRemoval(
  db: Transaction,
  { id: cardId, userUid }: CardRow,
  { reason, actor = null, now }: Removal,
): void {
  const data = { cardId, reason }
  appendEvent(db, { kind: 'user.card_removed', actor, subject: userUid ?? '', data }, now)
}

interface CardJob {
  db: Database
  stripe: Pick<StripeAdapter, 'detachCard' | 'deleteCustomer'>
  now: () => Date
}

/**
 * Has Stripe detach a removed card.
 * @throws PaymentsUnavailable
 */
export async function detachCard({ db, stripe, now }: CardJob, cardId: string): Promise<void> {
  const card = findCard(db, cardId)
  if (!card?.removedAt || card.detachedAt) return
  await stripe.detachCard(card.paymentMethodId)
  await writeTransaction(db, (tx) => markDetached(tx, cardId, now()))
}

/**
 * Has Stripe delete the customers of removed accounts, including their cards.
 * @throws PaymentsUnavailable
 */
export async function deleteOrphanedCustomers({ db, stripe, now }: CardJob): Promise<void> {
  for (const id of listOrphanedCustomers(db)) {
    await stripe.deleteCustomer(id)
    await writeTransaction(db, (tx) => deleteCustomer(tx, id, now()))
  }
}
