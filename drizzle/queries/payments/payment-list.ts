import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { appointments, paymentItems, payments } from '#drizzle/schema/index.ts'
import type { PaymentItemRow, PaymentRow } from './payments.ts'
import { listRefundsOf, type RefundOfItem } from './refunds.ts'

/** A payment that took money, with everything that is shown of it. */
export interface PaymentWithItems {
  payment: PaymentRow
  items: { item: PaymentItemRow; appointment: typeof appointments.$inferSelect }[]
  refunds: RefundOfItem[]
}

/** Where a page of payments begins: after this one. */
export interface PaymentCursor {
  succeededAt: number
  id: string
}

/** Payments that took money, newest first. */
export function listPayments(
  db: Database,
  {
    search,
    before,
    limit,
  }: { search?: string | undefined; before?: PaymentCursor | undefined; limit: number },
): PaymentWithItems[] {
  const found = db
    .select()
    .from(payments)
    .where(
      and(
        sql`state = 'succeeded'`,
        search ? isAbout(search) : undefined,
        before &&
          sql`(${payments.succeededAt}, ${payments.id}) < (${before.succeededAt}, ${before.id})`,
      ),
    )
    .orderBy(desc(payments.succeededAt), desc(payments.id))
    .limit(limit)
    .all()
  return found.map((payment) => withItems(db, payment))
}

/** A payment that took money. */
export function readPayment(db: Database, id: string): PaymentWithItems | undefined {
  const payment = db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.state, 'succeeded')))
    .get()
  return payment && withItems(db, payment)
}

function withItems(db: Database, payment: PaymentRow): PaymentWithItems {
  const items = db
    .select({ item: paymentItems, appointment: appointments })
    .from(paymentItems)
    .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
    .where(eq(paymentItems.paymentId, payment.id))
    .orderBy(paymentItems.id)
    .all()
  return { payment, items, refunds: listRefundsOf(db, payment.id) }
}

/** By its id, the email of its appointment, or part of the patient's name. */
function isAbout(search: string): SQL | undefined {
  const name = normalizeSearchText(search)
  return or(
    eq(payments.id, search),
    sql`exists (select 1 from ${paymentItems} item
      join ${appointments} visit on visit.id = item.appointment_id
      where item.payment_id = ${payments.id} and (visit.email = ${search.toLowerCase()}
        or instr(normalize_search_text(visit.patient_name), ${name}) > 0))`,
  )
}
