import { expect, it } from 'vitest'
import { timerDelay } from './timer-delay.ts'

it.each([
  ['a wait that a timer can hold', 5_000, 5_000],
  ['the longest of a timer instead of one that would end at once', 40 * 86_400_000, 2_147_483_647],
  ['none instead of one that is over', -86_400_000, 0],
  ['the longest when there is no number', Number.NaN, 2_147_483_647],
])('is %s', (_, ms, delay) => {
  expect(timerDelay(ms)).toBe(delay)
})

it('stays within the bounds of its use', () => {
  expect(timerDelay(1, { least: 60_000 })).toBe(60_000)
  expect(timerDelay(Number.POSITIVE_INFINITY, { most: 900_000 })).toBe(900_000)
})
