import { expect, test } from 'vitest'
import { defaultSettings, retryDelay } from './settings.ts'

test('each wait is between half of and the whole of twice the wait before', () => {
  const waits = (random: number) =>
    [1, 2, 3, 7].map((attempt) => retryDelay(defaultSettings, attempt, random))
  expect(waits(0)).toEqual([500, 1_000, 2_000, 32_000])
  expect(waits(1)).toEqual([1_000, 2_000, 4_000, 64_000])
})
