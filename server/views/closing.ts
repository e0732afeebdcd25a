import type { Closing } from '#contract/front-desk/cash-payments.ts'
import type { TillCount, TillDay } from '#contract/front-desk/tills.ts'
import { toDollars } from '#contract/money.ts'
import { paymentMethod } from '#contract/payments/payments.ts'
import { bookedCents, receiptNumber } from '#contract/payments/receipts.ts'
import { sumReceipts } from '#domain/front-desk/closing.ts'
import type { TillMoney } from '#domain/front-desk/tills.ts'
import type { Database } from '#drizzle/client.ts'
import type { CountRow } from '#drizzle/queries/front-desk/tills.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import type { ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'

/** What was taken and what went back, by method and in all: docs/requirements.md#closing-sheet. */
export function toClosing(
  db: Database,
  rows: readonly ReceiptOfPayment[],
): Pick<Closing, 'methods' | 'total' | 'entries'> {
  return {
    methods: paymentMethod.options.map((method) => ({
      method,
      ...toSums(rows.filter(({ payment }) => payment.method === method)),
    })),
    total: toSums(rows),
    entries: rows.map((row) => toEntry(db, row)),
  }
}

function toSums(rows: readonly ReceiptOfPayment[]): Closing['total'] {
  const { takenCents, refundedCents } = sumReceipts(rows)
  return {
    taken: toDollars(takenCents),
    refunded: toDollars(refundedCents),
    net: toDollars(takenCents - refundedCents),
  }
}

function toEntry(
  db: Database,
  { receipt, payment, handedBackBy }: ReceiptOfPayment,
): Closing['entries'][number] {
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
}

/** A till of a day with its counts, in dollars. */
export function toTillDay({
  till,
  counts,
  float,
  count,
  takenCents,
  refundedCents,
  expectedCents,
  differenceCents,
}: TillMoney): TillDay {
  return {
    till,
    float: float && toCount(float),
    count: count && toCount(count),
    taken: toDollars(takenCents),
    refunded: toDollars(refundedCents),
    expected: expectedCents === null ? null : toDollars(expectedCents),
    difference: differenceCents === null ? null : toDollars(differenceCents),
    history: counts.map(toCount).toReversed(),
  }
}

function toCount({ count, countedByName }: CountRow): TillCount {
  const { kind, version, amountCents, note, countedAt } = count
  const amount = toDollars(amountCents)
  return { kind, version, amount, note, by: countedByName, at: countedAt.toISOString() }
}
