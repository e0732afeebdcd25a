import { expect, it } from 'vitest'
import { describeOpening } from './day-status.ts'

const hours = [
  { from: 9 * 60, to: 12 * 60 },
  { from: 13 * 60, to: 17 * 60 },
]
const party = { from: 15 * 60, to: 17 * 60, reason: 'Staff party' }

it.each([
  [8, hours, [], 'Opens at 9:00 AM'],
  [9, hours, [], 'Open until 12:00 PM'],
  [12, hours, [], 'Opens at 1:00 PM'],
  [14, hours, [party], 'Open until 3:00 PM'],
  [15, hours, [party], 'Closed: Staff party'],
  [17, hours, [], 'Closed for today'],
  [10, [], [], 'Closed today'],
])('describes the clinic’s status at %i o’clock: %#', (hour, open, closures, words) => {
  expect(describeOpening({ minute: hour * 60, hours: open, closures })).toBe(words)
})
