import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { ReceiptKind } from '#contract/payments/receipts.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { placeholders, prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  paymentItems,
  payments,
  receipts,
  refunds,
  users,
} from '#drizzle/schema/index.ts'
import { payerUid } from './payer.ts'
import type { PaymentRow } from './payments.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** A receipt's year and sequence number. */
export type ReceiptPlace = Pick<ReceiptRow, 'year' | 'number'>

const statements = prepareOnce((db: Database) => ({
  latest: db
    .select({ year: receipts.year, number: receipts.number })
    .from(receipts)
    .orderBy(desc(receipts.year), desc(receipts.number))
    .limit(1),
  ofPayment: db
    .select()
    .from(receipts)
    .where(and(eq(receipts.paymentId, sql.placeholder('paymentId')), isNull(receipts.refundId))),
  ofRefund: db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.refundId, sql.placeholder('refundId')),
        eq(receipts.kind, sql.placeholder('kind')),
      ),
    ),
  documents: db
    .select({ document: receipts.document, payer: payerUid })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(
      and(
        gte(receipts.occurredAt, sql.placeholder('from')),
        lt(receipts.occurredAt, sql.placeholder('until')),
      ),
    )
    .orderBy(asc(receipts.occurredAt), asc(receipts.year), asc(receipts.number)),
  insert: db
    .insert(receipts)
    .values(
      placeholders(
        ...(['year', 'number', 'kind', 'paymentId', 'refundId'] as const),
        ...(['occurredAt', 'issuedAt', 'document'] as const),
      ),
    ),
  billed: db
    .select({ item: paymentItems, appointment: appointments })
    .from(paymentItems)
    .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
    .where(eq(paymentItems.paymentId, sql.placeholder('paymentId')))
    .orderBy(asc(appointments.date), asc(appointments.startMinute), asc(paymentItems.id)),
}))

/** The latest receipt; undefined before the first one. */
export function findLatestReceipt(db: Database): ReceiptPlace | undefined {
  return statements(db).latest.get()
}

/** The receipt of a payment. */
export function findReceiptOf(db: Database, paymentId: string): ReceiptRow | undefined {
  return statements(db).ofPayment.get({ paymentId })
}

/** The credit note of a refund, or its reversal. */
export function findCreditNoteOf(
  db: Database,
  refundId: string,
  kind: Exclude<ReceiptKind, 'receipt'>,
): ReceiptRow | undefined {
  return statements(db).ofRefund.get({ refundId, kind })
}

/** The items of a payment, in the order of the appointments. */
export function listBilled(
  db: Database,
  paymentId: string,
): { item: typeof paymentItems.$inferSelect; appointment: typeof appointments.$inferSelect }[] {
  return statements(db).billed.all({ paymentId })
}

/**
 * Inserts a receipt.
 * @throws SqliteError `receipt:out_of_order` when it is not the next one
 */
export function insertReceipt(db: Transaction, receipt: ReceiptRow): void {
  statements(db).insert.run(receipt)
}

/** A receipt with its payment. */
export interface ReceiptOfPayment {
  receipt: ReceiptRow
  payment: PaymentRow
  /** Uid of the member of staff who handed the refund back; null for cards. */
  handedBackBy: string | null
  /** Uid of the payer; null without an account. */
  payer: string | null
  /** Name of the member of staff who took or handed back the money, while they are a user. */
  byName: string | null
  /** For cash, the till that handed it back. */
  refundTill: string | null
}

const withPayment = (db: Database) =>
  db
    .select({
      receipt: receipts,
      payment: payments,
      handedBackBy: refunds.handedBackBy,
      payer: payerUid,
      byName: users.name,
      refundTill: refunds.till,
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .leftJoin(refunds, eq(refunds.id, receipts.refundId))
    .leftJoin(
      users,
      eq(
        users.uid,
        sql`iif(${receipts.kind} = 'receipt', ${payments.receivedBy}, ${refunds.handedBackBy})`,
      ),
    )

export function findReceipt(
  db: Database,
  { year, number }: ReceiptPlace,
): ReceiptOfPayment | undefined {
  return withPayment(db)
    .where(and(eq(receipts.year, year), eq(receipts.number, number)))
    .get()
}

/** The receipts of payments and refunds within a time range, in order. */
export function listReceipts(
  db: Database,
  { from, until }: { from: Date; until: Date },
): ReceiptOfPayment[] {
  return withPayment(db)
    .where(and(gte(receipts.occurredAt, from), lt(receipts.occurredAt, until)))
    .orderBy(asc(receipts.occurredAt), asc(receipts.year), asc(receipts.number))
    .all()
}

/** The appointments of a time range's receipts, by the receipts' numbers. */
export function listReceiptAppointments(
  db: Database,
  { from, until }: { from: Date; until: Date },
): (ReceiptPlace & { appointment: typeof appointments.$inferSelect })[] {
  return db
    .select({ year: receipts.year, number: receipts.number, appointment: appointments })
    .from(receipts)
    .leftJoin(refunds, eq(refunds.id, receipts.refundId))
    .innerJoin(paymentItems, eq(paymentItems.paymentId, receipts.paymentId))
    .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
    .where(
      and(
        gte(receipts.occurredAt, from),
        lt(receipts.occurredAt, until),
        or(isNull(refunds.id), eq(refunds.itemId, paymentItems.id)),
      ),
    )
    .orderBy(asc(appointments.startMinute), asc(paymentItems.id))
    .all()
}

/** A receipt's document, and its payer. */
export interface IssuedDocument {
  document: ReceiptRow['document']
  /** Uid of the payer; null without an account. */
  payer: string | null
}

/** The documents of payments and refunds within a time range, in order. */
export function listDocuments(
  db: Database,
  { from, until }: { from: Date; until: Date },
): IssuedDocument[] {
  return statements(db).documents.all({ from: from.getTime(), until: until.getTime() })
}

/** The receipts of those payments, in the order of their numbers. */
export function listReceiptsOf(db: Database, paymentIds: readonly string[]): ReceiptRow[] {
  return db
    .select()
    .from(receipts)
    .where(inArray(receipts.paymentId, [...paymentIds]))
    .orderBy(asc(receipts.year), asc(receipts.number))
    .all()
}

/** Payments from before receipts existed, oldest first. */
export function listPaymentsWithoutReceipt(db: Database, limit: number): PaymentRow[] {
  return db
    .select({ payment: payments })
    .from(payments)
    .leftJoin(receipts, and(eq(receipts.paymentId, payments.id), isNull(receipts.refundId)))
    .where(and(sql`${payments.state} = 'succeeded'`, isNull(receipts.paymentId)))
    .orderBy(asc(payments.succeededAt), asc(payments.id))
    .limit(limit)
    .all()
    .map(({ payment }) => payment)
}

/** Refunds from before credit notes existed, oldest first. */
export function listRefundsWithoutCreditNote(db: Database, limit: number): string[] {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .leftJoin(receipts, eq(receipts.refundId, refunds.id))
    .where(and(eq(refunds.state, 'succeeded'), isNull(receipts.refundId)))
    .orderBy(asc(refunds.settledAt), asc(refunds.id))
    .limit(limit)
    .all()
    .map(({ id }) => id)
}
