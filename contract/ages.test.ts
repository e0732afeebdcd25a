import { expect, it } from 'vitest'
import { describeAges } from './ages.ts'

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
  [24, 30, '2 years–30 months'],
])('describes the ages from %s to %s months', (minAgeMonths, maxAgeMonths, text) => {
  expect(describeAges({ minAgeMonths, maxAgeMonths })).toBe(text)
})
