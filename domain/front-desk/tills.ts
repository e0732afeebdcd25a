import type { IsoDate } from '#contract/dates.ts'
import type { TillChange, TillCount, TillDay } from '#contract/front-desk/tills.ts'
import { toCents, toDollars } from '#contract/money.ts'
import { bookedCents } from '#contract/payments/receipts.ts'
import { tillsOf } from '#contract/schedule/till-names.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type CountRow,
  insertTillCount,
  listTillCounts,
} from '#drizzle/queries/front-desk/tills.ts'
import type { ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'

/** One of the clinic's tills; null for a name that is none. */
export function knownTill(setting: string, till: string | undefined): string | null {
  return till !== undefined && tillsOf(setting).includes(till) ? till : null
}

/**
 * The tills of a day: what was counted, and the cash that its receipts say. Cash without a till counts
 * for the first one.
 * @param setting the clinic's tills
 */
export function describeTills(
  db: Database,
  date: IsoDate,
  { rows, setting }: { rows: readonly ReceiptOfPayment[]; setting: string },
): TillDay[] {
  const [first = '', ...others] = tillsOf(setting)
  const counts = Map.groupBy(listTillCounts(db, date), ({ count }) => count.till)
  const cash = Map.groupBy(
    rows.filter(({ payment }) => payment.method === 'cash'),
    ({ receipt, payment, refundTill }) =>
      (receipt.kind === 'receipt' ? payment.till : refundTill) ?? first,
  )
  const names = new Set([first, ...others, ...counts.keys(), ...cash.keys()])
  return [...names].map((till) => describeTill(till, counts.get(till) ?? [], cash.get(till) ?? []))
}

function describeTill(
  till: string,
  counts: readonly CountRow[],
  cash: readonly ReceiptOfPayment[],
): TillDay {
  const newest = (kind: TillCount['kind']) => counts.findLast(({ count }) => count.kind === kind)
  const [float, count] = [newest('float'), newest('count')]
  const sum = (isTaken: boolean) =>
    cash
      .filter(({ receipt }) => (receipt.kind === 'receipt') === isTaken)
      .reduce((cents, { receipt }) => cents + bookedCents(receipt.document), 0)
  const [taken, returned] = [sum(true), sum(false)]
  const expected = float && float.count.amountCents + taken + returned
  return {
    till,
    float: float ? toCount(float) : null,
    count: count ? toCount(count) : null,
    taken: toDollars(taken),
    refunded: toDollars(0 - returned),
    expected: expected === undefined ? null : toDollars(expected),
    difference:
      expected === undefined || !count ? null : toDollars(count.count.amountCents - expected),
    history: counts.map(toCount).toReversed(),
  }
}

function toCount({ count, countedByName }: CountRow): TillCount {
  const { kind, version, amountCents, note, countedAt } = count
  const amount = toDollars(amountCents)
  return { kind, version, amount, note, by: countedByName, at: countedAt.toISOString() }
}

/** Counts a till, or corrects that; the first of two desks succeeds. */
export function countTill(
  db: Transaction,
  { till, kind, version, amount, note }: TillChange,
  {
    date,
    today,
    setting,
    actor,
    now,
  }: { date: IsoDate; today: IsoDate; setting: string; actor: string; now: Date },
): 'counted' | 'stale' | 'reason_required' | 'unknown_till' | 'too_early' {
  if (date > today) return 'too_early'
  const counts = listTillCounts(db, date).filter(({ count }) => count.till === till)
  if (!tillsOf(setting).includes(till) && counts.length === 0) return 'unknown_till'
  const known = counts.findLast(({ count }) => count.kind === kind)?.count
  if ((known?.version ?? 0) !== version) return 'stale'
  if (known && note === '') return 'reason_required'
  const amountCents = toCents(amount)
  const row = { date, till, kind, version: version + 1, amountCents, note }
  insertTillCount(db, { ...row, countedBy: actor, countedAt: now })
  const data = { date, kind, version: version + 1, amountCents }
  appendEvent(db, { kind: 'till.counted', actor, subject: till, data }, now)
  return 'counted'
}
