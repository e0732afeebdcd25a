import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { changeRow, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { cardConsents, cardCustomers, keptCards } from '#drizzle/schema/index.ts'

export type CardRow = typeof keptCards.$inferSelect

const statements = prepareOnce((db: Database) => ({
  ofUser: db
    .select()
    .from(keptCards)
    .where(and(eq(keptCards.userUid, sql.placeholder('uid')), isNull(keptCards.removedAt)))
    .orderBy(desc(keptCards.usedAt), desc(keptCards.id)),
}))

/** A user's kept cards, the most recently used first. */
export function listCards(db: Database, uid: string): CardRow[] {
  return statements(db).ofUser.all({ uid })
}

/** A card, kept or removed. */
export function findCard(db: Database, id: string): CardRow | undefined {
  return db.select().from(keptCards).where(eq(keptCards.id, id)).get()
}

/** The card that Stripe has given that id. */
export function findCardByPaymentMethod(db: Database, id: string): CardRow | undefined {
  return db.select().from(keptCards).where(eq(keptCards.paymentMethodId, id)).get()
}

/** Writes a card, kept from `keptAt` on. */
export function insertCard(
  db: Transaction,
  card: Omit<typeof keptCards.$inferInsert, 'id'>,
): CardRow {
  return db
    .insert(keptCards)
    .values({ id: uuidv7(), ...card })
    .returning()
    .get()
}

/** @returns false when it was removed before */
export function markRemoved(db: Transaction, id: string, removedAt: Date): boolean {
  const isKept = and(eq(keptCards.id, id), isNull(keptCards.removedAt))
  return changeRow(db, keptCards, { removedAt, fingerprint: null }, isKept)
}

/** Marks a removed card that Stripe has detached. */
export function markDetached(db: Transaction, id: string, detachedAt: Date): void {
  changeRow(db, keptCards, { detachedAt }, and(eq(keptCards.id, id), isNull(keptCards.detachedAt)))
}

/** Marks the card that a payment was made with, if it is kept. */
export function markUsed(db: Transaction, paymentMethodId: string, usedAt: Date): void {
  changeRow(db, keptCards, { usedAt }, eq(keptCards.paymentMethodId, paymentMethodId))
}

/** Removes all cards of a user whose account is removed; deleting their customer detaches them. */
export function removeCardsOf(db: Transaction, uid: string, removedAt: Date): void {
  db.update(keptCards)
    .set({ removedAt, fingerprint: null })
    .where(and(eq(keptCards.userUid, uid), isNull(keptCards.removedAt)))
    .run()
}

/** Stripe's id of a user's customer. */
export function findCustomer(db: Database, uid: string): string | undefined {
  const own = eq(cardCustomers.userUid, uid)
  return db.select({ id: cardCustomers.id }).from(cardCustomers).where(own).get()?.id
}

/** Writes a user's customer, unless it is known. */
export function insertCustomer(db: Transaction, customer: typeof cardCustomers.$inferInsert): void {
  db.insert(cardCustomers).values(customer).onConflictDoNothing().run()
}

/** Customers whose accounts are removed. */
export function listOrphanedCustomers(db: Database): string[] {
  const rows = db.select({ id: cardCustomers.id }).from(cardCustomers)
  return rows
    .where(isNull(cardCustomers.userUid))
    .all()
    .map(({ id }) => id)
}

/** Deletes a customer that Stripe no longer has; its cards were detached with it. */
export function deleteCustomer(db: Transaction, id: string, detachedAt: Date): void {
  db.update(keptCards)
    .set({ detachedAt })
    .where(
      and(
        eq(keptCards.customerId, id),
        isNotNull(keptCards.removedAt),
        isNull(keptCards.detachedAt),
      ),
    )
    .run()
  db.delete(cardCustomers).where(eq(cardCustomers.id, id)).run()
}

type Consent = typeof cardConsents.$inferSelect

const thatOf = ({ paymentId, paymentMethodId }: Pick<Consent, 'paymentId' | 'paymentMethodId'>) =>
  and(eq(cardConsents.paymentId, paymentId), eq(cardConsents.paymentMethodId, paymentMethodId))

/** Whether a user has agreed that the card is kept once it has made the payment. */
export function hasConsent(
  db: Database,
  consent: Pick<Consent, 'paymentId' | 'paymentMethodId'>,
): boolean {
  return hasRow(db, cardConsents, thatOf(consent))
}

/** Stores a user's consent. */
export function insertConsent(db: Transaction, consent: Consent): void {
  db.insert(cardConsents).values(consent).run()
}
