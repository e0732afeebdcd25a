import type { Closing } from '#contract/front-desk/cash-payments.ts'
import { toDollars } from '#contract/money.ts'
import { paymentMethod } from '#contract/payments/payments.ts'
import { bookedCents, receiptNumber } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import type { ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'

/** What was taken and what went back, by method and in all: docs/requirements.md#closing-sheet. */
export function describeClosing(
  db: Database,
  rows: readonly ReceiptOfPayment[],
): Pick<Closing, 'methods' | 'total' | 'entries'> {
  return {
    methods: paymentMethod.options.map((method) => ({
      method,
      ...sumUp(rows.filter(({ payment }) => payment.method === method)),
    })),
    total: sumUp(rows),
    entries: rows.map(({ receipt, payment, handedBackBy }) => {
      const by = receipt.kind === 'receipt' ? payment.receivedBy : handedBackBy
      const { items } = receipt.document
      const names = (of: (item: (typeof items)[number]) => string) =>
        [...new Set(items.map(of))].join(', ')
      return {
        number: receiptNumber(receipt),
        kind: receipt.kind,
        at: receipt.occurredAt.toISOString(),
        method: payment.method,
        patientName: names(({ patientName }) => patientName),
        treatment: names(({ treatment }) => treatment),
        amount: toDollars(bookedCents(receipt.document)),
        by: by === null ? null : (findUser(db, by)?.name ?? null),
      }
    }),
  }
}

/** In dollars. A reversal is a refund that did not happen. */
function sumUp(rows: readonly ReceiptOfPayment[]): Closing['total'] {
  const sum = (some: readonly ReceiptOfPayment[]) =>
    some.reduce((cents, { receipt }) => cents + bookedCents(receipt.document), 0)
  const [taken, returned] = [
    rows.filter(({ receipt }) => receipt.kind === 'receipt'),
    rows.filter(({ receipt }) => receipt.kind !== 'receipt'),
  ].map(sum) as [number, number]
  return {
    taken: toDollars(taken),
    refunded: toDollars(0 - returned),
    net: toDollars(taken + returned),
  }
}
