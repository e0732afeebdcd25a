import type { IsoDate } from '#contract/dates.ts'
import { type InsightMoney, type InsightsMoney, rangeBefore } from '#contract/insights/insights.ts'
import { toDollars } from '#contract/money.ts'
import type { Database } from '#drizzle/client.ts'
import {
  ALL,
  type DateRange,
  hasRollUps,
  type InsightScope,
  listInsightTreatments,
  listMoneyRollUps,
  type StoredMoney,
  sumMoneyRollUps,
} from '#drizzle/queries/insights/roll-ups.ts'
import { finder, type InsightQuestion, periodsOf, rangeOf, scopeOf, unitOf } from './periods.ts'
import { readUnpaid } from './read-unpaid.ts'

/** The money of the days of `readInsights`. */
export function readInsightsMoney(
  db: Database,
  question: InsightQuestion,
  today: IsoDate,
): InsightsMoney {
  const range = rangeOf(question, today)
  const before = rangeBefore(range)
  const scope = scopeOf(question)
  const unit = unitOf(range)
  const total = noMoney()
  const periods = periodsOf(range, unit).map((period) => ({ ...period, ...noMoney() }))
  const periodOf = finder(periods)
  for (const row of listMoneyRollUps(db, scope, range)) {
    addMoney(total, row)
    const period = periodOf(row.date)
    if (period) addMoney(period, row)
  }
  const totalBefore = noMoney()
  for (const row of listMoneyRollUps(db, scope, before)) addMoney(totalBefore, row)
  const unpaid = readUnpaid(db, scope, today, 'unpaid_cents')
  return {
    ...range,
    before,
    unit,
    total: inDollars(total),
    totalBefore: inDollars(totalBefore),
    periods: periods.map(({ from, to, ...money }) => ({ from, to, ...inDollars(money) })),
    treatments: moneyOfTreatments(db, scope, range),
    unpaid: {
      ages: unpaid.ages.map(toDollars),
      doctors: unpaid.doctors.map(({ ages, ...doctor }) => ({
        ...doctor,
        ages: ages.map(toDollars),
      })),
    },
  }
}

/** Cents until the answer. */
function noMoney(): InsightMoney {
  return {
    taken: { card: 0, cash: 0, terminal: 0 },
    refunded: { cancelled: 0, already_paid: 0, mismatch: 0, staff: 0, dashboard: 0 },
    disputeLost: 0,
  }
}

function addMoney(sum: InsightMoney, row: StoredMoney): void {
  const { taken, refunded } = sum
  taken.card += row.card
  taken.cash += row.cash
  taken.terminal += row.terminal
  refunded.cancelled += row.cancelled
  refunded.already_paid += row.alreadyPaid
  refunded.mismatch += row.mismatch
  refunded.staff += row.staff
  refunded.dashboard += row.dashboard
  sum.disputeLost += row.disputeLost
}

function inDollars({ taken, refunded, disputeLost }: InsightMoney): InsightMoney {
  return {
    taken: mapValues(taken, toDollars),
    refunded: mapValues(refunded, toDollars),
    disputeLost: toDollars(disputeLost),
  }
}

function mapValues<Key extends string>(
  values: Record<Key, number>,
  change: (value: number) => number,
): Record<Key, number> {
  const entries = Object.entries<number>(values).map(([key, value]) => [key, change(value)])
  return Object.fromEntries(entries) as Record<Key, number>
}

function moneyOfTreatments(
  db: Database,
  { doctorId, treatmentId }: InsightScope,
  range: DateRange,
): InsightsMoney['treatments'] {
  return listInsightTreatments(db)
    .filter(({ id }) => treatmentId === ALL || id === treatmentId)
    .filter(({ id }) => hasRollUps(db, { doctorId, treatmentId: id }))
    .map(({ id: _id, name }) => {
      const { taken, refunded } = sumMoneyRollUps(db, { doctorId, treatmentId: _id }, range)
      return { _id, name, taken: toDollars(taken), refunded: toDollars(refunded) }
    })
}
