import { stringify } from 'csv-stringify/sync'
import { bookedCents, METHOD_NAMES, RECEIPT_TITLES } from '#contract/payments/receipts.ts'
import { CSV_OPTIONS } from '#domain/csv-options.ts'
import type { IssuedDocument } from '#drizzle/queries/payments/receipts.ts'

const COLUMNS = [
  'Number',
  'Document',
  'Date',
  'Issued',
  'Concerns',
  'Method',
  'Payer',
  'Email',
  'Patient',
  'Birth date',
  'Treatment',
  'Appointment',
  'Amount',
  'Currency',
  'Transaction',
]

/**
 * The receipts as CSV for spreadsheets, one row for each item; refunds are negative.
 * @param isContinued whether the file has a header already
 */
export function makeReceiptsCsv(
  rows: readonly Pick<IssuedDocument, 'document'>[],
  { isContinued = false } = {},
): string {
  const lines = rows.flatMap(({ document }) =>
    document.items.map((item) => [
      document.number,
      RECEIPT_TITLES[document.kind],
      document.occurredOn,
      document.issuedOn,
      document.concerns ?? '',
      METHOD_NAMES[document.method],
      document.payer.name,
      document.payer.email,
      item.patientName,
      item.birthDate ?? '',
      item.treatment,
      `${item.date} ${item.slot}`,
      bookedCents({ kind: document.kind, totalCents: item.amountCents }),
      document.currency.toUpperCase(),
      document.transactionId,
    ]),
  )
  return stringify(lines, {
    header: !isContinued,
    columns: COLUMNS,
    ...CSV_OPTIONS,
    bom: !isContinued,
    // Numbers, because a text that looks like a negative number would be escaped.
    cast: { number: (cents) => (cents / 100).toFixed(2) },
  })
}
