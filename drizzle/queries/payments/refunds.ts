import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { sumCents } from '#contract/money.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { paymentItems, payments, refunds } from '#drizzle/schema/index.ts'
import { payerUid } from './payer.ts'
import type { PaymentItemRow, PaymentRow } from './payments.ts'

export type RefundRow = typeof refunds.$inferSelect
export type RefundState = RefundRow['state']

/** A refund with its item and payment. */
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

/**
 * Selects refunds of items with one of the `ids` in a column. A cross join keeps this order, in which both
 * tables are searched by an index.
 */
const selectRefundsBy = (db: Database, column: SQLiteColumn) =>
  db
    .select(ofItem)
    .from(paymentItems)
    .crossJoin(refunds)
    .where(and(eq(refunds.itemId, paymentItems.id), isAmong(column, sql.placeholder('ids'))))

const statements = prepareOnce((db: Database) => ({
  goneOfItem: db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.itemId, sql.placeholder('itemId')), sql`${refunds.state} <> 'failed'`)),
  refundsOfPayments: selectRefundsBy(db, paymentItems.paymentId),
  refundsOfAppointments: selectRefundsBy(db, paymentItems.appointmentId),
  paidItems: db
    .select({ item: paymentItems, payment: payments, payer: payerUid })
    .from(paymentItems)
    .crossJoin(payments)
    .where(
      and(
        eq(payments.id, paymentItems.paymentId),
        isAmong(paymentItems.appointmentId, sql.placeholder('ids')),
        eq(payments.state, 'succeeded'),
      ),
    ),
}))

/**
 * Inserts a refund.
 * @throws SqliteError `refund:exceeds_item` when refunds would exceed the payment
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
  return listRefundsOfAll(db, [paymentId])
}

/** The refunds of several payments, oldest first. */
export function listRefundsOfAll(db: Database, paymentIds: readonly string[]): RefundOfItem[] {
  const rows = statements(db).refundsOfPayments.all({ ids: JSON.stringify(paymentIds) })
  return rows.map(flatten).sort(oldestFirst)
}

function oldestFirst(one: RefundRow, other: RefundRow): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || one.id.localeCompare(other.id)
}

/** Cents of an item that are neither refunded nor being refunded. */
export function keptOf(db: Database, item: Pick<PaymentItemRow, 'id' | 'amountCents'>): number {
  const gone = statements(db).goneOfItem.get({ itemId: item.id })
  return item.amountCents - (gone?.cents ?? 0)
}

/**
 * Moves a refund from one of the states `from` to the state `to`.
 * @returns whether it was in one of them; only then the caller records the change
 */
export function moveRefund(
  db: Transaction,
  {
    id,
    ...known
  }: {
    id: string
    stripeId?: string | null
    handedBackBy?: string | null
    till?: string | null
  },
  from: readonly RefundState[],
  to: RefundState,
  now: Date,
): boolean {
  const settledAt = to === 'succeeded' || to === 'failed' ? now : null
  const { stripeId, handedBackBy, till } = known
  const change = {
    state: to,
    checkedAt: now,
    settledAt,
    // The first id stays: two refunds at Stripe may belong to one of ours.
    ...(stripeId && { stripeId: sql`coalesce(${refunds.stripeId}, ${stripeId})` }),
    ...(handedBackBy && { handedBackBy, till: till ?? null }),
  }
  return changeRow(db, refunds, change, and(eq(refunds.id, id), inArray(refunds.state, [...from])))
}

/** Records when Stripe was last asked about a refund. */
export function recordRefundCheck(db: Transaction, id: string, now: Date): void {
  db.update(refunds).set({ checkedAt: now }).where(eq(refunds.id, id)).run()
}

/** Whether a refund is neither done nor failed; at the desk, it is to be handed back. */
export const isUnderWay = sql`${refunds.state} in ('requested', 'pending')`

/**
 * Refunds at Stripe that are due for a check, the longest unchecked first: those that Stripe has not accepted
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

/** What was paid for an appointment, and what was refunded or is being refunded. */
export interface AppointmentMoney {
  /** Payments that took money, oldest first. */
  items: {
    item: PaymentItemRow
    payment: PaymentRow
    /** Uid of the payer; null without an account. */
    payer: string | null
    refunds: RefundRow[]
  }[]
  paidCents: number
  refundedCents: number
  /** `paidCents` less `returnedCents`. */
  keptCents: number
}

/** Cents of these payments that a lost dispute returned. */
export function lostCentsOf(items: AppointmentMoney['items']): number {
  return sumMoney(items.filter(({ payment }) => payment.disputeLost)).keptCents
}

function inOrder(one: PaymentRow, other: PaymentRow): number {
  const apart = Number(one.succeededAt) - Number(other.succeededAt)
  return apart || one.id.localeCompare(other.id)
}

/** The payments for these appointments that took money, by appointment, with two statements. */
export function readPaidItems(
  db: Database,
  appointmentIds: readonly string[],
): ReadonlyMap<string, AppointmentMoney['items']> {
  const ids = JSON.stringify(appointmentIds)
  const { paidItems, refundsOfAppointments } = statements(db)
  const paid = paidItems.all({ ids }).sort((one, other) => inOrder(one.payment, other.payment))
  if (paid.length === 0) return new Map()
  const refundsOfItem = Map.groupBy(
    refundsOfAppointments
      .all({ ids })
      .map(({ refund }) => refund)
      .sort(oldestFirst),
    ({ itemId }) => itemId,
  )
  return Map.groupBy(
    paid.map((each) => ({ ...each, refunds: refundsOfItem.get(each.item.id) ?? [] })),
    ({ item }) => item.appointmentId,
  )
}

/** The sums of these payments. */
export function sumMoney(items: AppointmentMoney['items']): AppointmentMoney {
  const paidCents = sumCents(items.map(({ item }) => item))
  const refundedCents = sumCents(
    items.flatMap((paid) => paid.refunds.filter(({ state }) => state !== 'failed')),
  )
  return { items, paidCents, refundedCents, keptCents: paidCents - refundedCents }
}

export function readMoneyOf(db: Database, appointmentId: string): AppointmentMoney {
  return sumMoney(readPaidItems(db, [appointmentId]).get(appointmentId) ?? [])
}
