import { dayStart } from '#contract/clinic-time.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { receiptNumber } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  type IssuedDocument,
  listDocuments,
  listReceiptAppointments,
  listReceipts,
  type ReceiptOfPayment,
} from '#drizzle/queries/payments/receipts.ts'

/** The receipts of payments and refunds within these days, in order. */
export function listReceiptsOfDays(
  db: Database,
  days: readonly [IsoDate, IsoDate],
  timeZone: string,
): ReceiptOfPayment[] {
  return listReceipts(db, dayBounds(days, timeZone))
}

/** The appointments in these receipts, by the receipts' numbers: '2026-000001'. */
export function listAppointmentsOfReceipts(
  db: Database,
  days: readonly [IsoDate, IsoDate],
  timeZone: string,
): ReadonlyMap<string, AppointmentRow[]> {
  const rows = listReceiptAppointments(db, dayBounds(days, timeZone))
  const byNumber = Map.groupBy(rows, receiptNumber)
  return new Map(
    [...byNumber].map(([number, own]) => [number, own.map(({ appointment }) => appointment)]),
  )
}

/** The documents of these days. */
export function listDocumentsOfDays(
  db: Database,
  days: readonly [IsoDate, IsoDate],
  timeZone: string,
): IssuedDocument[] {
  return listDocuments(db, dayBounds(days, timeZone))
}

/** The instants at which the first day begins and the day after the last one. */
export function dayBounds(
  [first, last]: readonly [IsoDate, IsoDate],
  timeZone: string,
): { from: Date; until: Date } {
  return { from: dayStart(first, timeZone), until: dayStart(dayAfter(last), timeZone) }
}

/** The uids of the payers who still have an account, each once. */
export function payersOf(rows: readonly Pick<ReceiptOfPayment, 'payer'>[]): string[] {
  return [...new Set(rows.flatMap(({ payer }) => payer ?? []))]
}
