import { dayAfter, daysBetween, type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { InsightUnit } from '#contract/insights/insights.ts'
import { ALL, type DateRange, type InsightScope } from '#drizzle/queries/insights/roll-ups.ts'

/** The range and scope of a query. */
export interface InsightQuestion {
  from: IsoDate
  to: IsoDate
  doctor?: string | undefined
  treatment?: string | undefined
}

/** The longest ranges shown by day and by week, in days; longer ones are shown by month. */
const MOST_DAYS = 35
const MOST_WEEKS = 190

/** Whole past days only: the range ends yesterday at the latest. */
export function rangeOf({ from, to }: InsightQuestion, today: IsoDate): DateRange {
  const yesterday = dayAfter(today, -1)
  const last = to > yesterday ? yesterday : to
  return { from: from > last ? last : from, to: last }
}

/** The scope; all doctors, or treatments, where none is given. */
export function scopeOf({ doctor = ALL, treatment = ALL }: Partial<InsightQuestion>): InsightScope {
  return { doctorId: doctor, treatmentId: treatment }
}

export function unitOf({ from, to }: DateRange): InsightUnit {
  const days = daysBetween(from, to) + 1
  if (days <= MOST_DAYS) return 'day'
  return days <= MOST_WEEKS ? 'week' : 'month'
}

/** The parts of a range, in order. */
export function periodsOf({ from, to }: DateRange, unit: InsightUnit): DateRange[] {
  const periods: DateRange[] = []
  for (let first = from; first <= to; ) {
    const last = lastDayOf(first, unit)
    const end = last > to ? to : last
    periods.push({ from: first, to: end })
    first = dayAfter(end)
  }
  return periods
}

function lastDayOf(date: IsoDate, unit: InsightUnit): IsoDate {
  if (unit === 'day') return date
  if (unit === 'week') return dayAfter(date, (7 - weekdayOf(date)) % 7)
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** Finds the period of a day; days must be passed in order. */
export function finder<Period extends DateRange>(periods: readonly Period[]) {
  let at = 0
  return (date: IsoDate): Period | undefined => {
    while ((periods[at]?.to ?? date) < date) at += 1
    return periods[at]
  }
}
