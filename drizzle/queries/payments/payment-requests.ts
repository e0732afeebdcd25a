import { desc, eq, max } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  paymentItems,
  paymentRequestItems,
  paymentRequests,
  payments,
} from '#drizzle/schema/index.ts'

type PaymentRequestRow = typeof paymentRequests.$inferSelect

/** The items of a payment, in cents. */
export interface RequestedItem {
  appointmentId: string
  amountCents: number
}

/** A request for an intent. */
export interface PaymentRequest extends PaymentRequestRow {
  items: RequestedItem[]
}

/** The request with that idempotency key. */
export function findPaymentRequest(db: Database, key: string): PaymentRequest | undefined {
  const row = db.select().from(paymentRequests).where(eq(paymentRequests.key, key)).get()
  return row && withItems(db, row)
}

/** The newest request of an appointment, which is the one that may be paid. */
export function findLatestRequest(db: Database, appointmentId: string): PaymentRequest | undefined {
  const found = db
    .select({ request: paymentRequests })
    .from(paymentRequestItems)
    .innerJoin(paymentRequests, eq(paymentRequests.key, paymentRequestItems.requestKey))
    .where(eq(paymentRequestItems.appointmentId, appointmentId))
    .orderBy(desc(paymentRequests.attempt))
    .limit(1)
    .get()
  return found && withItems(db, found.request)
}

function withItems(db: Database, row: PaymentRequestRow): PaymentRequest {
  const { appointmentId, amountCents } = paymentRequestItems
  const items = db
    .select({ appointmentId, amountCents })
    .from(paymentRequestItems)
    .where(eq(paymentRequestItems.requestKey, row.key))
    .all()
  return { ...row, items }
}

/** Writes a request with its items. */
export function insertPaymentRequest(db: Transaction, { items, ...row }: PaymentRequest): void {
  db.insert(paymentRequests).values(row).run()
  const rows = items.map((item) => ({ requestKey: row.key, ...item }))
  db.insert(paymentRequestItems).values(rows).run()
}

/** The number of an appointment's next request, counting payments from before requests. */
export function nextAttempt(db: Database, appointmentId: string): number {
  const requested = db
    .select({ attempt: max(paymentRequests.attempt) })
    .from(paymentRequestItems)
    .innerJoin(paymentRequests, eq(paymentRequests.key, paymentRequestItems.requestKey))
    .where(eq(paymentRequestItems.appointmentId, appointmentId))
    .get()
  const recorded = db
    .select({ attempt: max(payments.attempt) })
    .from(paymentItems)
    .innerJoin(payments, eq(payments.id, paymentItems.paymentId))
    .where(eq(paymentItems.appointmentId, appointmentId))
    .get()
  return Math.max(requested?.attempt ?? 0, recorded?.attempt ?? 0) + 1
}
