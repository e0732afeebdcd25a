import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { listReceiptsOf, type ReceiptRow } from '#drizzle/queries/payments/receipts.ts'
import {
  type AppointmentMoney,
  lostCentsOf,
  readPaidItems,
  sumMoney,
} from '#drizzle/queries/payments/refunds.ts'

/** An appointment with what one user paid for it. */
export interface Visit {
  row: AppointmentRow
  /** Payments that took money, oldest first. */
  items: AppointmentMoney['items']
  paidCents: number
  /** What was refunded, is being refunded, or was lost in a dispute. */
  returnedCents: number
  /** Of these payments and refunds, in the order of their numbers. */
  receipts: ReceiptRow[]
}

/** The appointments with what that user paid for them; three statements for all. */
export function readVisits(db: Database, rows: readonly AppointmentRow[], uid: string): Visit[] {
  const paid = readPaidItems(
    db,
    rows.map(({ id }) => id),
  )
  const own = [...paid.values()].flat().filter(({ payer }) => payer === uid)
  const receipts = Map.groupBy(
    listReceiptsOf(
      db,
      own.map(({ payment }) => payment.id),
    ),
    ({ paymentId }) => paymentId,
  )
  return rows.map((row) => {
    const items = (paid.get(row.id) ?? []).filter(({ payer }) => payer === uid)
    const { paidCents, refundedCents } = sumMoney(items)
    const returnedCents = refundedCents + lostCentsOf(items)
    return { row, items, paidCents, returnedCents, receipts: receiptsOf(items, receipts) }
  })
}

export function readVisit(db: Database, row: AppointmentRow, uid: string): Visit {
  const [visit] = readVisits(db, [row], uid)
  if (!visit) throw new Error(`The appointment ${row.id} was not read.`)
  return visit
}

/** Leaves out credit notes about other items of these payments. */
function receiptsOf(
  items: AppointmentMoney['items'],
  byPayment: ReadonlyMap<string, ReceiptRow[]>,
): ReceiptRow[] {
  const payments = [...new Set(items.map(({ payment }) => payment.id))]
  const refunds = new Set(items.flatMap((paid) => paid.refunds.map(({ id }) => id)))
  return payments
    .flatMap((id) => byPayment.get(id) ?? [])
    .filter(({ refundId }) => refundId === null || refunds.has(refundId))
    .sort((one, other) => one.year - other.year || one.number - other.number)
}
