import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { paymentItems, payments, refunds } from '#drizzle/schema/index.ts'
import type { PaymentItemRow, PaymentRow } from './payments.ts'

export type RefundRow = typeof refunds.$inferSelect
export type RefundState = RefundRow['state']

/** A refund with what it belongs to. */
export interface RefundOfItem extends RefundRow {
  paymentId: string
  appointmentId: string
}

const ofItem = {
  refund: refunds,
  paymentId: paymentItems.paymentId,
  appointmentId: paymentItems.appointmentId,
}

const flatten = ({
  refund,
  ...owner
}: { refund: RefundRow } & Omit<RefundOfItem, keyof RefundRow>) => ({
  ...refund,
  ...owner,
})

const statements = prepareOnce((db: Database) => ({
  goneOfItem: db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.itemId, sql.placeholder('itemId')), sql`${refunds.state} <> 'failed'`))
    .prepare(),
  ofItem: db
    .select()
    .from(refunds)
    .where(eq(refunds.itemId, sql.placeholder('itemId')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .prepare(),
  paidItems: db
    .select({ item: paymentItems, payment: payments })
    .from(paymentItems)
    .innerJoin(payments, eq(payments.id, paymentItems.paymentId))
    .where(
      and(
        eq(paymentItems.appointmentId, sql.placeholder('appointmentId')),
        eq(payments.state, 'succeeded'),
      ),
    )
    .orderBy(asc(payments.succeededAt), asc(payments.id))
    .prepare(),
}))

/**
 * Inserts a refund. Call it in a write transaction.
 * @throws SqliteError `refund:exceeds_item` when more would go back than was paid
 */
export function insertRefund(
  db: Transaction,
  refund: Omit<typeof refunds.$inferInsert, 'checkedAt'>,
): void {
  db.insert(refunds)
    .values({ ...refund, checkedAt: refund.createdAt })
    .run()
}

export function findRefund(db: Database, id: string): RefundOfItem | undefined {
  const row = db
    .select(ofItem)
    .from(refunds)
    .innerJoin(paymentItems, eq(paymentItems.id, refunds.itemId))
    .where(eq(refunds.id, id))
    .get()
  return row && flatten(row)
}

/** The refunds of a payment, oldest first. */
export function listRefundsOf(db: Database, paymentId: string): RefundOfItem[] {
  return db
    .select(ofItem)
    .from(paymentItems)
    .innerJoin(refunds, eq(refunds.itemId, paymentItems.id))
    .where(eq(paymentItems.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .all()
    .map(flatten)
}

/** Cents of an item that have not gone back and are not about to. */
export function keptOf(db: Database, item: Pick<PaymentItemRow, 'id' | 'amountCents'>): number {
  const gone = statements(db).goneOfItem.get({ itemId: item.id })
  return item.amountCents - (gone?.cents ?? 0)
}

/**
 * Takes a refund from one of the states `from` to the state `to`.
 * @returns whether it was in one of them; only the caller that gets true records the change
 */
export function moveRefund(
  db: Transaction,
  { id, ...known }: { id: string; stripeId?: string | null; handedBackBy?: string | null },
  from: readonly RefundState[],
  to: RefundState,
  now: Date,
): boolean {
  const settledAt = to === 'succeeded' || to === 'failed' ? now : null
  const { stripeId, handedBackBy } = known
  const { changes } = db
    .update(refunds)
    .set({
      state: to,
      checkedAt: now,
      settledAt,
      // The first stays: two refunds at Stripe may turn out to be of one of ours.
      ...(stripeId && { stripeId: sql`coalesce(${refunds.stripeId}, ${stripeId})` }),
      ...(handedBackBy && { handedBackBy }),
    })
    .where(and(eq(refunds.id, id), inArray(refunds.state, [...from])))
    .run()
  return changes === 1
}

/** Records when Stripe was last asked about a refund. */
export function recordRefundCheck(db: Transaction, id: string, now: Date): void {
  db.update(refunds).set({ checkedAt: now }).where(eq(refunds.id, id)).run()
}

/** Neither done nor failed; one of the desk is to be handed back. */
export const isUnderWay = sql`${refunds.state} in ('requested', 'pending')`

/**
 * Refunds at Stripe that are due for a check, longest unchecked first: those that Stripe has not accepted
 * since `triedBefore`, others since `askedBefore`.
 */
export function listRefundsUnderWay(
  db: Database,
  { triedBefore, askedBefore, limit }: { triedBefore: Date; askedBefore: Date; limit: number },
): RefundOfItem[] {
  return db
    .select(ofItem)
    .from(refunds)
    .innerJoin(paymentItems, eq(paymentItems.id, refunds.itemId))
    .innerJoin(payments, eq(payments.id, paymentItems.paymentId))
    .where(
      and(
        isUnderWay,
        eq(payments.method, 'card'),
        or(
          and(isNull(refunds.stripeId), lte(refunds.checkedAt, triedBefore)),
          lte(refunds.checkedAt, askedBefore),
        ),
      ),
    )
    .orderBy(asc(refunds.checkedAt))
    .limit(limit)
    .all()
    .map(flatten)
}

/** What was paid for an appointment and what of it went back, or is about to. */
export interface AppointmentMoney {
  /** Payments that took money, oldest first. */
  items: { item: PaymentItemRow; payment: PaymentRow; refunds: RefundRow[] }[]
  paidCents: number
  refundedCents: number
}

/** Cents of these payments that the bank has returned after a lost dispute. */
export function lostCentsOf(db: Database, items: AppointmentMoney['items']): number {
  return items
    .filter(({ payment }) => payment.disputeLost)
    .reduce((sum, { item }) => sum + keptOf(db, item), 0)
}

/** @param isCounted whether a payment is counted; all are without it */
export function readMoneyOf(
  db: Database,
  appointmentId: string,
  isCounted: (payment: PaymentRow) => boolean = () => true,
): AppointmentMoney {
  const { paidItems, ofItem: refundsOfItem } = statements(db)
  const items = paidItems
    .all({ appointmentId })
    .filter(({ payment }) => isCounted(payment))
    .map(({ item, payment }) => ({
      item,
      payment,
      refunds: refundsOfItem.all({ itemId: item.id }),
    }))
  const sum = (rows: readonly { amountCents: number }[]) =>
    rows.reduce((cents, { amountCents }) => cents + amountCents, 0)
  return {
    items,
    paidCents: sum(items.map(({ item }) => item)),
    refundedCents: sum(
      items.flatMap((paid) => paid.refunds.filter(({ state }) => state !== 'failed')),
    ),
  }
}
