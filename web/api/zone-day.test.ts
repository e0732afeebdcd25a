import { expect, it } from 'vitest'
import { dayIn, untilNextDayIn } from './zone-day.ts'

const SECOND = 1000
const HOUR = 3_600 * SECOND

it.each([
  // Portland is 7 hours behind in June, 8 in December; Kiribati 14 ahead.
  ['America/Los_Angeles', '2022-06-06T06:59:59Z', '2022-06-05', 2 * SECOND],
  ['America/Los_Angeles', '2022-06-06T07:00:00Z', '2022-06-06', 24 * HOUR + SECOND],
  ['America/Los_Angeles', '2022-12-31T12:00:00Z', '2022-12-31', 20 * HOUR + SECOND],
  ['Pacific/Kiritimati', '2022-12-31T12:00:00Z', '2023-01-01', 22 * HOUR + SECOND],
])('in %s at %s it is %s', (zone, now, day, left) => {
  expect(dayIn(zone, new Date(now))).toBe(day)
  expect(untilNextDayIn(zone, new Date(now))).toBe(left)
})
