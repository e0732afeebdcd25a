import { addDays } from 'date-fns/addDays'
import { expect, it } from 'vitest'
import {
  dateInAddress,
  formatWireDate,
  fromIsoDate,
  lastPlannedDay,
  parseWireDate,
  toIsoDate,
} from './dates.ts'
import { plannedDate, wireDate } from './wire-date.ts'

it('parses every day of a leap year as it is formatted, in both formats', () => {
  const first = fromIsoDate('2028-01-01')
  const days = Array.from({ length: 366 }, (_, index) => toIsoDate(addDays(first, index)))
  expect(days.at(59)).toBe('2028-02-29')
  expect(days.at(-1)).toBe('2028-12-31')
  expect(new Set(days).size).toBe(366)
  for (const day of days) {
    expect(parseWireDate(day)).toBe(day)
    expect(parseWireDate(formatWireDate(day))).toBe(day)
  }
})

it.each([
  '2022-6-5',
  '2022-06-05T00:00:00Z',
  ' 2022-06-05',
  '2022-06-05 ',
  'Jun 5, 2022\n',
  '1899-12-31',
  '2200-01-01',
  'Jan 1, 2200',
  '9999-12-31',
  '20261-01-01',
  '+02026-01-01',
  '0000-01-01',
  'June 5, 2022',
  'jun 5, 2022',
  'Jun 05, 2022',
  'Feb 29, 2027',
  '2027-02-29',
  '06/05/2022',
  '',
])('“%s” is no date on the wire', (text) => {
  expect(parseWireDate(text)).toBeUndefined()
  expect(wireDate.safeParse(text).success).toBe(false)
})

it('rejects days after the next five years in plans', () => {
  const last = lastPlannedDay(new Date())
  expect(lastPlannedDay(new Date('2026-11-29T12:00:00Z'))).toBe('2031-11-29')
  expect(plannedDate.safeParse(last.replace('-02-29', '-02-28')).success).toBe(true)
  expect(plannedDate.safeParse('2199-12-31').success).toBe(false)
})

it('falls back if an address contains no valid day', () => {
  const day = (query: string) => dateInAddress(new URLSearchParams(query), 'date', 'today')
  expect(day('date=2026-06-05')).toBe('2026-06-05')
  for (const query of ['', 'date=', 'date=9999-12-31', 'date=20261-01-01', 'date=2026-02-30']) {
    expect(day(query)).toBe('today')
  }
})
