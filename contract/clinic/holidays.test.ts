import { expect, it } from 'vitest'
import { federalHolidays } from './holidays.ts'

it.each([
  [
    '2027',
    [
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-06-18',
      '2027-07-05',
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
      '2027-12-24',
      '2027-12-31',
    ],
  ],
  [
    '2028',
    [
      '2028-01-17',
      '2028-02-21',
      '2028-05-29',
      '2028-06-19',
      '2028-07-04',
      '2028-09-04',
      '2028-10-09',
      '2028-11-10',
      '2028-11-23',
      '2028-12-25',
    ],
  ],
])('lists the federal holidays as they are observed in %s', (year, dates) => {
  const holidays = federalHolidays(`${year}-01-01`, `${year}-12-31`)
  expect(holidays.map(({ date }) => date)).toEqual(dates)
})

it('lists only holidays between two days', () => {
  expect(federalHolidays('2026-11-27', '2027-01-01')).toEqual([
    { date: '2026-12-25', name: 'Christmas Day' },
    { date: '2027-01-01', name: 'New Year’s Day' },
  ])
})
