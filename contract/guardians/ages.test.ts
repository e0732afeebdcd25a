import { expect, it } from 'vitest'
import { ageInMonths, describeAgeOn, fitsAge, isAdultOn, lastBirthDate } from './ages.ts'
import { describeAges } from './describe-ages.ts'

it.each([
  [null, null, undefined],
  [0, null, undefined],
  [null, 24, '0–2 years'],
  [0, 12, '0–1 year'],
  [24, 216, '2–18 years'],
  [6, null, 'From 6 months'],
  [12, null, 'From 1 year'],
  [null, 1, '0–1 month'],
  [6, 18, '6–18 months'],
  [6, 48, '6 months–4 years'],
  [24, 30, '24–30 months'],
])('describes the ages from %s to %s months', (minAgeMonths, maxAgeMonths, text) => {
  expect(describeAges({ minAgeMonths, maxAgeMonths })).toBe(text)
})

it.each([
  ['2024-01-31', '2024-02-29', 0, '4 weeks'],
  ['2024-01-31', '2024-03-01', 1, '4 weeks'],
  ['2026-11-23', '2026-11-23', 0, '0 weeks'],
  ['2026-11-10', '2026-11-23', 0, '1 week'],
  ['2026-09-23', '2026-11-23', 2, '2 months'],
  ['2024-11-24', '2026-11-23', 23, '23 months'],
  ['2024-11-23', '2026-11-23', 24, '2 years'],
  ['2024-02-29', '2027-02-28', 35, '2 years'],
  ['2024-02-29', '2027-03-01', 36, '3 years'],
])('a child born on %s has on %s completed %s months: %s', (birthDate, on, months, text) => {
  expect(ageInMonths(birthDate, on)).toBe(months)
  expect(describeAgeOn(birthDate, on)).toBe(text)
})

it.each([
  ['before the lower limit', '2026-05-22', { minAgeMonths: 6, maxAgeMonths: null }, false],
  ['on the day of the lower limit', '2026-05-23', { minAgeMonths: 6, maxAgeMonths: null }, true],
  ['on the day before the upper limit', '2028-11-22', { minAgeMonths: 0, maxAgeMonths: 36 }, true],
  ['on the day of the upper limit', '2028-11-23', { minAgeMonths: 0, maxAgeMonths: 36 }, false],
  ['without limits', '2040-01-01', { minAgeMonths: null, maxAgeMonths: null }, true],
  ['before the birth', '2025-11-22', { minAgeMonths: null, maxAgeMonths: null }, false],
])('judges the age on the day of the appointment: %s', (_, on, limits, fits) => {
  expect(fitsAge('2025-11-23', on, limits)).toBe(fits)
})

it('treats the 18th birthday as the first day of adulthood', () => {
  expect(isAdultOn('2008-11-24', '2026-11-23')).toBe(false)
  expect(isAdultOn('2008-11-23', '2026-11-23')).toBe(true)
})

it('returns the latest birth date of a person who has completed that many months', () => {
  const days = ['2026-02-28', '2026-03-01', '2026-03-31', '2028-02-29', '2026-12-31', '2027-01-01']
  const births = [
    '2010-03-01',
    '2024-02-29',
    '2025-12-31',
    '2026-01-30',
    '2026-01-31',
    '2026-03-31',
  ]
  for (const on of days) {
    for (const birthDate of births) {
      for (const months of [0, 1, 2, 12, 24, 191, 192, 216]) {
        const hasCompleted = ageInMonths(birthDate, on) >= months
        expect([birthDate, on, months, birthDate <= lastBirthDate(on, months)]).toEqual([
          birthDate,
          on,
          months,
          hasCompleted,
        ])
      }
    }
  }
})
