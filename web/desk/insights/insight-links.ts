import { dayAfter } from '#contract/dates.ts'
import {
  type InsightRows,
  type Insights,
  type InsightsQuery,
  UNPAID_AGES,
} from '#contract/insights/insights.ts'

/** Before the first appointment. */
const EVER = '2000-01-01'

/** The page with the appointments behind a figure of the range. */
export function linkToRows(of: InsightRows, query: InsightsQuery): string {
  const parameters = Object.entries(query).filter(([, value]) => value)
  return `/dashboard/insights/${of}?${new URLSearchParams(parameters)}`
}

/**
 * The unpaid appointments, also outside of the range.
 * @param age the youngest, as in `UNPAID_AGES`
 * @param oldest the oldest; without one, all older ones
 */
export function linkToUnpaid(
  { today }: Pick<Insights, 'today'>,
  { doctor, treatment }: Pick<InsightsQuery, 'doctor' | 'treatment'>,
  age: number,
  oldest?: number,
): string {
  const next = oldest === undefined ? undefined : UNPAID_AGES[oldest + 1]
  return linkToRows('unpaid', {
    from: next === undefined ? EVER : dayAfter(today, 1 - next),
    to: dayAfter(today, -(UNPAID_AGES[age] ?? 0)),
    ...(doctor && { doctor }),
    ...(treatment && { treatment }),
  })
}
