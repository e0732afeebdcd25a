import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayStart } from '#contract/clinic-time.ts'
import { dayAfter } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { type AskedRow, countAsked } from '#drizzle/queries/insights/check-ups.ts'
import { type InsightQuestion, rangeOf } from './periods.ts'

/**
 * For which rows of the check-up plan families were asked on these days, and how many have booked. None of one doctor,
 * because the plan asks for any.
 */
export function readCheckUpInsights(
  db: Database,
  question: InsightQuestion,
  { today, timeZone }: Pick<ClinicMoment, 'today' | 'timeZone'>,
): AskedRow[] {
  if (question.doctor !== undefined) return []
  const { from, to } = rangeOf(question, today)
  return countAsked(db, {
    from: dayStart(from, timeZone),
    until: dayStart(dayAfter(to), timeZone),
    treatmentId: question.treatment,
  })
}
