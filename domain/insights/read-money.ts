import type { IsoDate } from '#contract/dates.ts'
import { type InsightMoney, type InsightsMoney, rangeBefore } from '#contract/insights/insights.ts'
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
import { readUnpaid, type Unpaid } from './read-unpaid.ts'

/** The money for the days of `readInsights`, in cents. */
export interface MoneyFigures extends Omit<InsightsMoney, 'treatments' | 'unpaid'> {
  treatments: { id: string; name: string; taken: number; refunded: number }[]
  unpaid: Unpaid
}

export function readInsightsMoney(
  db: Database,
  question: InsightQuestion,
  today: IsoDate,
): MoneyFigures {
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
  return {
    ...range,
    before,
    unit,
    total,
    totalBefore,
    periods,
    treatments: moneyOfTreatments(db, scope, range),
    unpaid: readUnpaid(db, scope, today, 'unpaid_cents'),
  }
}

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

function moneyOfTreatments(
  db: Database,
  { doctorId, treatmentId }: InsightScope,
  range: DateRange,
): MoneyFigures['treatments'] {
  return listInsightTreatments(db)
    .filter(({ id }) => treatmentId === ALL || id === treatmentId)
    .filter(({ id }) => hasRollUps(db, { doctorId, treatmentId: id }))
    .map(({ id, name }) => {
      const { taken, refunded } = sumMoneyRollUps(db, { doctorId, treatmentId: id }, range)
      return { id, name, taken, refunded }
    })
}
