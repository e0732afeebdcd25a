import { eq, isNotNull } from 'drizzle-orm'
import { bookedCents } from '#contract/payments/receipts.ts'
import type { Database, Transaction } from '../client.ts'
import { paymentItems, paymentRequestItems, payments, receipts, refunds } from '../schema/index.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)

/**
 * Compares receipts with the ledger: no gaps and no twins, one for each payment whose money was
 * taken and each refund that succeeded, and the same sums.
 * @returns what does not agree; empty in a healthy database
 */
export function findBookErrors(db: Transaction): string[] {
  const issued = db.select().from(receipts).all()
  const years = Map.groupBy(issued, ({ year }) => year)
  const gaps = [...years].filter(([, of]) => {
    const numbers = of.map(({ number }) => number).sort((a, b) => a - b)
    return numbers.some((number, index) => number !== index + 1)
  })
  const taken = db.select().from(payments).where(eq(payments.state, 'succeeded')).all()
  const returned = db.select().from(refunds).where(eq(refunds.state, 'succeeded')).all()
  const ofKind = (kind: string) => issued.filter((receipt) => receipt.kind === kind)
  const voided = new Set(ofKind('reversal').map(({ refundId }) => refundId))
  const notes = ofKind('credit_note').filter(({ refundId }) => !voided.has(refundId))
  const booked = sum(issued.map(({ document }) => bookedCents(document)))
  const kept = sum(taken.map(cents)) - sum(returned.map(cents))
  return [
    ...gaps.map(([year]) => `the receipts of ${year} have gaps or twins`),
    ...unequal(
      'payments and receipts',
      taken.map(({ id }) => id),
      ofKind('receipt').map(({ paymentId }) => paymentId),
    ),
    ...unequal(
      'refunds and credit notes',
      returned.map(({ id }) => id),
      notes.map(({ refundId }) => refundId ?? ''),
    ),
    ...findUnrequested(db),
    ...(booked === kept ? [] : [`receipts say ${booked} cents, the ledger ${kept}`]),
  ]
}

/** Card payments that cover something else than was requested. */
function findUnrequested(db: Database): string[] {
  const items = db.select().from(paymentItems).all()
  const wanted = db.select().from(paymentRequestItems).all()
  const textOf = (rows: readonly { appointmentId: string; amountCents: number }[]) =>
    rows
      .map(({ appointmentId, amountCents }) => `${appointmentId} ${amountCents}`)
      .toSorted()
      .join()
  return db
    .select()
    .from(payments)
    .where(isNotNull(payments.requestKey))
    .all()
    .filter(({ id, requestKey }) => {
      const covered = items.filter(({ paymentId }) => paymentId === id)
      const asked = wanted.filter((item) => item.requestKey === requestKey)
      return textOf(covered) !== textOf(asked)
    })
    .map(({ id }) => `${id} covers something else than was requested`)
}

const cents = ({ amountCents }: { amountCents: number }) => amountCents

function unequal(what: string, some: readonly string[], others: readonly string[]): string[] {
  const isSame = some.toSorted().join() === others.toSorted().join()
  return isSame ? [] : [`${what} differ: ${some.length} and ${others.length}`]
}
