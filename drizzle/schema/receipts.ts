import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { ReceiptDocument, ReceiptKind } from '#contract/payments/receipts.ts'
import { instant } from './columns.ts'
import { payments, refunds } from './payments.ts'

/**
 * Receipts, credit notes and their reversals. Triggers of migration 0018 number them without gaps
 * within a year, and keep them as they were issued.
 */
export const receipts = sqliteTable(
  'receipts',
  {
    /** Of issuing, on the clinic's calendar. */
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    kind: text('kind').$type<ReceiptKind>().notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Null for a receipt. */
    refundId: text('refund_id').references(() => refunds.id),
    /** When the money was taken or went back: earlier than `issuedAt` for payments before receipts. */
    occurredAt: instant('occurred_at').notNull(),
    issuedAt: instant('issued_at').notNull(),
    document: text('document', { mode: 'json' }).$type<ReceiptDocument>().notNull(),
  },
  (receipt) => [
    primaryKey({ columns: [receipt.year, receipt.number] }),
    uniqueIndex('receipts_one_per_payment').on(receipt.paymentId).where(sql`refund_id is null`),
    uniqueIndex('receipts_one_per_refund')
      .on(receipt.refundId, receipt.kind)
      .where(sql`refund_id is not null`),
    index('receipts_by_payment').on(receipt.paymentId),
    index('receipts_by_time').on(receipt.occurredAt),
    check('receipts_kind', sql`${receipt.kind} in ('receipt', 'credit_note', 'reversal')`),
    check('receipts_of_refund', sql`(kind = 'receipt') = (refund_id is null)`),
  ],
)
