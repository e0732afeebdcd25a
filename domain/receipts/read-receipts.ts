import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import { listReceipts, type ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'
import { instantOf } from '../clinic-clock.ts'

/** The receipts of money that was taken or went back from one day to another, in that order. */
export function listReceiptsOfDays(
  db: Database,
  [first, last]: readonly [IsoDate, IsoDate],
  timeZone: string,
): ReceiptOfPayment[] {
  const midnight = (date: IsoDate) => instantOf({ date, startMinute: 0 }, timeZone)
  return listReceipts(db, { from: midnight(first), until: midnight(dayAfter(last)) })
}

/** The uids of those who paid and still have an account, each once. */
export function payersOf(db: Database, rows: readonly ReceiptOfPayment[]): string[] {
  return [...new Set(rows.flatMap(({ payment }) => payerOf(db, payment.id) ?? []))]
}
