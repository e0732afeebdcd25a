import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import { inOrderOf } from '#drizzle/in-order-of.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { matchWords, searchWords } from '#drizzle/normalize-search-text.ts'
import { familyName } from '#drizzle/queries/family-name.ts'
import { appointments, deskFamilies, paymentItems, payments, users } from '#drizzle/schema/index.ts'
import { payerUid } from './payer.ts'
import type { PaymentItemRow, PaymentRow } from './payments.ts'
import { listRefundsOfAll, type RefundOfItem } from './refunds.ts'

/** A payment that took money, with everything that is shown of it. */
export interface PaymentWithItems {
  payment: PaymentRow
  items: { item: PaymentItemRow; appointment: typeof appointments.$inferSelect }[]
  refunds: RefundOfItem[]
  /** The account or family that paid; null once it is removed. */
  payer: { id: string; name: string } | null
}

/** The cursor of a page of payments: it begins after this payment. */
export interface PaymentCursor {
  succeededAt: number
  id: string
}

interface PaymentFilter {
  /** A payment's id, or parts of the names and emails of its appointments. */
  search?: string | undefined
  before?: PaymentCursor | undefined
  limit: number
}

/** Payments that took money, newest first. */
export function listPayments(db: Database, filter: PaymentFilter): PaymentWithItems[] {
  const { search, before, limit } = filter
  if (search) return searchPaymentsBy(db, { ...filter, search })
  const found = db
    .select()
    .from(payments)
    .where(
      and(
        sql`state = 'succeeded'`,
        before &&
          sql`(${payments.succeededAt}, ${payments.id}) < (${before.succeededAt}, ${before.id})`,
      ),
    )
    .orderBy(desc(payments.succeededAt), desc(payments.id))
    .limit(limit)
    .all()
  return withItems(db, found)
}

function searchPaymentsBy(
  db: Database,
  { search, before, limit }: PaymentFilter & { search: string },
): PaymentWithItems[] {
  const exact = readPayment(db, search)
  if (exact) return before ? [] : [exact]
  const match = matchWords(searchWords(search))
  if (match === undefined) return []
  // Reads the index from the newest row on, and stops at the limit.
  const matching = db.all<{ id: string }>(sql`
    select payment_id as id from search_payments_index
    cross join search_payments on search_payments.id = search_payments_index.rowid
    where search_payments_index match ${match}
      ${before && sql`and search_payments_index.rowid < (select id from search_payments where payment_id = ${before.id})`}
    order by search_payments_index.rowid desc
    limit ${limit}`)
  const ids = matching.map(({ id }) => id)
  const found = db.select().from(payments).where(isAmong(payments.id, ids)).all()
  return withItems(
    db,
    inOrderOf(ids, found, ({ id }) => id),
  )
}

/** A payment that took money. */
export function readPayment(db: Database, id: string): PaymentWithItems | undefined {
  const payment = db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.state, 'succeeded')))
    .get()
  return payment && withItems(db, [payment])[0]
}

/** Three statements for all payments. */
function withItems(db: Database, found: readonly PaymentRow[]): PaymentWithItems[] {
  const ids = found.map(({ id }) => id)
  const items = Map.groupBy(
    db
      .select({ item: paymentItems, appointment: appointments })
      .from(paymentItems)
      .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
      .where(isAmong(paymentItems.paymentId, ids))
      .all()
      .sort((one, other) => one.item.id.localeCompare(other.item.id)),
    ({ item }) => item.paymentId,
  )
  const refunds = Map.groupBy(listRefundsOfAll(db, ids), ({ paymentId }) => paymentId)
  const payers = readPayers(db, ids)
  return found.map((payment) => ({
    payment,
    items: items.get(payment.id) ?? [],
    refunds: refunds.get(payment.id) ?? [],
    payer: payers.get(payment.id) ?? null,
  }))
}

/** The payers of these payments, by payment. */
function readPayers(
  db: Database,
  ids: readonly string[],
): ReadonlyMap<string, { id: string; name: string }> {
  const rows = db
    .select({
      paymentId: payments.id,
      id: sql<string | null>`coalesce(${users.uid}, ${deskFamilies.id})`,
      name: familyName,
    })
    .from(payments)
    .leftJoin(users, eq(users.uid, payerUid))
    .leftJoin(deskFamilies, eq(deskFamilies.id, payments.payerDeskFamilyId))
    .where(isAmong(payments.id, ids))
    .all()
  return new Map(
    rows.flatMap(({ paymentId, id, name }) =>
      id === null || name === null ? [] : [[paymentId, { id, name }]],
    ),
  )
}
