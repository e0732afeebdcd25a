import * as words from '#words/en/defaults.ts'
import { dateOfUtc, dayAfter, type IsoDate, weekdayOf } from '../dates.ts'
import { MINUTES_PER_DAY, planOn, type Schedule } from '../schedule/schedule.ts'

type ClinicSchedule = Pick<Schedule, 'today' | 'plans' | 'closures'>

export interface Holiday {
  date: IsoDate
  name: string
}

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6]

/** The eleven federal holidays of the United States, on the days on which they are observed. */
function holidaysOf(year: number): Holiday[] {
  return [
    { name: words.newYear, date: observed(year, 1, 1) },
    { name: words.martinLutherKing, date: nth(3, MONDAY, year, 1) },
    { name: words.presidents, date: nth(3, MONDAY, year, 2) },
    { name: words.memorial, date: last(MONDAY, year, 5) },
    { name: words.juneteenth, date: observed(year, 6, 19) },
    { name: words.independence, date: observed(year, 7, 4) },
    { name: words.labor, date: nth(1, MONDAY, year, 9) },
    { name: words.columbus, date: nth(2, MONDAY, year, 10) },
    { name: words.veterans, date: observed(year, 11, 11) },
    { name: words.thanksgiving, date: nth(4, THURSDAY, year, 11) },
    { name: words.christmas, date: observed(year, 12, 25) },
  ]
}

/**
 * The federal holidays from one day to another, in order: docs/requirements.md#closures. One on a
 * Saturday is observed on the Friday before, one on a Sunday on the Monday after.
 */
export function federalHolidays(from: IsoDate, to: IsoDate): Holiday[] {
  const [first = 0, final = 0] = [from, to].map((date) => Number(date.slice(0, 4)))
  // New Year's Day may be observed in the year before.
  const years = Array.from({ length: final - first + 2 }, (_, index) => first + index)
  return years.flatMap(holidaysOf).filter(({ date }) => from <= date && date <= to)
}

/** The federal holidays of the next twelve months on which the clinic is open. */
export function openHolidays({ today, plans, closures }: ClinicSchedule): Holiday[] {
  const isClosed = (date: IsoDate) =>
    closures.some(
      ({ fromDate, toDate, fromMinute, toMinute }) =>
        fromDate <= date && date <= toDate && fromMinute === 0 && toMinute === MINUTES_PER_DAY,
    )
  const hasHours = (date: IsoDate) => (planOn(plans, date)?.week[weekdayOf(date)] ?? []).length > 0
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  return federalHolidays(today, nextYear).filter(({ date }) => hasHours(date) && !isClosed(date))
}

/**
 * Holidays that no admin has decided about.
 * @param kept the days on which the clinic stays open
 */
export function undecidedHolidays(schedule: ClinicSchedule, kept: string): Holiday[] {
  const days = daysOf(kept)
  return openHolidays(schedule).filter(({ date }) => !days.includes(date))
}

/** The days of a list like '2026-11-26, 2027-01-01'. */
export function daysOf(text: string): IsoDate[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function observed(year: number, month: number, day: number): IsoDate {
  const date = dateOfUtc(new Date(Date.UTC(year, month - 1, day)))
  const weekday = weekdayOf(date)
  return dayAfter(date, weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0)
}

function nth(count: number, weekday: number, year: number, month: number): IsoDate {
  const first = dateOfUtc(new Date(Date.UTC(year, month - 1)))
  return dayAfter(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7)
}

function last(weekday: number, year: number, month: number): IsoDate {
  return dayAfter(nth(1, weekday, year, month + 1), -7)
}
