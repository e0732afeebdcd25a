import { bookedCents } from '#contract/payments/receipts.ts'
import type { ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'

/** Money taken and money given back, in cents. */
export interface MoneyOfReceipts {
  takenCents: number
  refundedCents: number
}

/** Sums up receipts: docs/requirements.md#closing-sheet. A reversal cancels a refund. */
export function sumReceipts(rows: readonly ReceiptOfPayment[]): MoneyOfReceipts {
  const sums = { takenCents: 0, refundedCents: 0 }
  for (const { receipt } of rows) {
    const cents = bookedCents(receipt.document)
    if (receipt.kind === 'receipt') sums.takenCents += cents
    else sums.refundedCents -= cents
  }
  return sums
}
