import { expect, test } from 'vitest'
import { formatPrice, toCents, toDollars } from './money.ts'

test('no cent is lost between cents and dollars', () => {
  for (let cents = 0; cents <= 100_000; cents += 1) {
    if (toCents(toDollars(cents)) !== cents) expect.fail(`${cents} cents became another price`)
  }
})

test.each([
  [0, '$0'],
  [75, '$75'],
  [75.5, '$75.50'],
  [75.05, '$75.05'],
])('%d dollars are written %s', (dollars, written) => {
  expect(formatPrice(dollars)).toBe(written)
})
