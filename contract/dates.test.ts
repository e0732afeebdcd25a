import { addDays } from 'date-fns/addDays'
import { expect, it } from 'vitest'
import { formatWireDate, fromIsoDate, parseWireDate, toIsoDate, wireDate } from './dates.ts'

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
