import { expect, it } from 'vitest'
import { formatPrice, toCents, toDollars } from './money.ts'

it('loses no cent between cents and dollars', () => {
  for (let cents = 0; cents <= 100_000; cents += 1) {
    if (toCents(toDollars(cents)) !== cents) expect.fail(`${cents} cents became another price`)
  }
})

it.each([
  [0, '$0'],
  [75, '$75'],
  [75.5, '$75.50'],
  [75.05, '$75.05'],
])('formats %d dollars as %s', (dollars, written) => {
  expect(formatPrice(dollars)).toBe(written)
})
