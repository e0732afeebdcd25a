import { addDays } from 'date-fns/addDays'
import { fromIsoDate, type IsoDate, toIsoDate } from '../dates.ts'

export interface Holiday {
  date: IsoDate
  name: string
}

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6]

/** The eleven federal holidays of the United States, on the days on which they are observed. */
function holidaysOf(year: number): Holiday[] {
  return [
    { name: 'New Year’s Day', date: observed(year, 1, 1) },
    { name: 'Martin Luther King Jr. Day', date: nth(3, MONDAY, year, 1) },
    { name: 'Presidents’ Day', date: nth(3, MONDAY, year, 2) },
    { name: 'Memorial Day', date: last(MONDAY, year, 5) },
    { name: 'Juneteenth', date: observed(year, 6, 19) },
    { name: 'Independence Day', date: observed(year, 7, 4) },
    { name: 'Labor Day', date: nth(1, MONDAY, year, 9) },
    { name: 'Columbus Day', date: nth(2, MONDAY, year, 10) },
    { name: 'Veterans Day', date: observed(year, 11, 11) },
    { name: 'Thanksgiving Day', date: nth(4, THURSDAY, year, 11) },
    { name: 'Christmas Day', date: observed(year, 12, 25) },
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

function observed(year: number, month: number, day: number): IsoDate {
  const date = new Date(year, month - 1, day)
  const shift = date.getDay() === SATURDAY ? -1 : date.getDay() === SUNDAY ? 1 : 0
  return toIsoDate(addDays(date, shift))
}

function nth(count: number, weekday: number, year: number, month: number): IsoDate {
  const first = new Date(year, month - 1, 1)
  const days = ((weekday - first.getDay() + 7) % 7) + (count - 1) * 7
  return toIsoDate(addDays(first, days))
}

function last(weekday: number, year: number, month: number): IsoDate {
  const beforeNext = addDays(fromIsoDate(nth(1, weekday, year, month + 1)), -7)
  return toIsoDate(beforeNext)
}
