import { eq, isNotNull, sql } from 'drizzle-orm'
import { bookedCents } from '#contract/payments/receipts.ts'
import type { Database } from '../client.ts'
import {
  appointments,
  paymentItems,
  paymentRequestItems,
  payments,
  receipts,
  refunds,
  unusedPaymentItems,
} from '../schema/index.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)

/**
 * Compares receipts with the ledger: numbers without gaps or duplicates, one receipt for each payment that
 * took money and each successful refund, and equal sums.
 * @returns the differences; empty in a healthy database
 */
export function findBookErrors(db: Database): string[] {
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
    ...unequal('payments of nothing', listUnused(db), listKnownUnused(db)),
    ...(booked === kept ? [] : [`receipts say ${booked} cents, the ledger ${kept}`]),
  ]
}

/** Items of card payments that took money but do not pay their appointment. */
function listUnused(db: Database): string[] {
  const { transactionId } = appointments
  const isUnused = sql`${payments.state} = 'succeeded' and ${payments.method} = 'card'
    and ${transactionId} is not ${payments.id}`
  return db
    .select({ id: paymentItems.id })
    .from(paymentItems)
    .innerJoin(payments, eq(payments.id, paymentItems.paymentId))
    .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
    .where(isUnused)
    .all()
    .map(({ id }) => id)
}

function listKnownUnused(db: Database): string[] {
  return db
    .select()
    .from(unusedPaymentItems)
    .all()
    .map(({ itemId }) => itemId)
}

/** Card payments that cover something other than their request. */
function findUnrequested(db: Database): string[] {
  const items = Map.groupBy(db.select().from(paymentItems).all(), (item) => item.paymentId)
  const wanted = Map.groupBy(db.select().from(paymentRequestItems).all(), (item) => item.requestKey)
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
      const covered = items.get(id) ?? []
      const asked = wanted.get(requestKey ?? '') ?? []
      return textOf(covered) !== textOf(asked)
    })
    .map(({ id }) => `${id} covers something else than was requested`)
}

const cents = ({ amountCents }: { amountCents: number }) => amountCents

function unequal(what: string, some: readonly string[], others: readonly string[]): string[] {
  const isSame = some.toSorted().join() === others.toSorted().join()
  return isSame ? [] : [`${what} differ: ${some.length} and ${others.length}`]
}
