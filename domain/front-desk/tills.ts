import { tillsOf } from '#contract/clinic/till-names.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { CountKind, TillChange } from '#contract/front-desk/tills.ts'
import { toCents } from '#contract/money.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type CountRow,
  insertTillCount,
  listTillCounts,
} from '#drizzle/queries/front-desk/tills.ts'
import type { ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'
import { type MoneyOfReceipts, sumReceipts } from './closing.ts'

/** The till of that name; null if the clinic has none. */
export function knownTill(setting: string, till: string | undefined): string | null {
  return till !== undefined && tillsOf(setting).includes(till) ? till : null
}

/** A till on a day. */
export interface TillMoney extends MoneyOfReceipts {
  till: string
  /** Oldest first. */
  counts: readonly CountRow[]
  /** The newest of each kind. */
  float: CountRow | null
  count: CountRow | null
  /** The expected cash: the float plus what was taken less what was handed back; null without a float. */
  expectedCents: number | null
  /** The counted sum less the expected one; null until both are known. */
  differenceCents: number | null
}

/**
 * The tills of a day: their counts, and the cash in the day's receipts. Cash without a till counts for the
 * first one.
 * @param setting the clinic's tills
 */
export function readTills(
  db: Database,
  date: IsoDate,
  { rows, setting }: { rows: readonly ReceiptOfPayment[]; setting: string },
): TillMoney[] {
  const [first = '', ...others] = tillsOf(setting)
  const counts = Map.groupBy(listTillCounts(db, date), ({ count }) => count.till)
  const cash = Map.groupBy(
    rows.filter(({ payment }) => payment.method === 'cash'),
    ({ receipt, payment, refundTill }) =>
      (receipt.kind === 'receipt' ? payment.till : refundTill) ?? first,
  )
  const names = new Set([first, ...others, ...counts.keys(), ...cash.keys()])
  return [...names].map((till) => readTill(till, counts.get(till) ?? [], cash.get(till) ?? []))
}

function readTill(
  till: string,
  counts: readonly CountRow[],
  cash: readonly ReceiptOfPayment[],
): TillMoney {
  const newest = (kind: CountKind) => counts.findLast(({ count }) => count.kind === kind) ?? null
  const [float, count] = [newest('float'), newest('count')]
  const { takenCents, refundedCents } = sumReceipts(cash)
  const expectedCents = float && float.count.amountCents + takenCents - refundedCents
  const differenceCents =
    expectedCents === null || !count ? null : count.count.amountCents - expectedCents
  return { till, counts, float, count, takenCents, refundedCents, expectedCents, differenceCents }
}

/** Counts a till, or corrects a count. Of two desks, the first succeeds. */
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
