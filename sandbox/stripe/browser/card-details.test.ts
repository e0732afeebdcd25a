import { describe, expect, it } from 'vitest'
import { SANDBOX_CARDS } from '#words/sandbox-cards.ts'
import {
  brandOf,
  problemsOf,
  readCvc,
  readExpiry,
  readNumber,
  showExpiry,
  showNumber,
} from './card-details.ts'

const today = new Date(2026, 10, 21)
const good = { number: '4242424242424242', expiry: '1226', cvc: '123', postalCode: '' }

const codes = (change: Partial<typeof good>) =>
  problemsOf({ ...good, ...change }, today, SANDBOX_CARDS.en).map(({ code }) => code)

describe('card details', () => {
  it.each([
    ['4', 'visa'],
    ['34', 'amex'],
    ['51', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['9', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand)
  })

  it.each([
    ['4242 4242 4242 4242 9', '4242424242424242', '4242 4242 4242 4242'],
    ['3782-822463-10005', '378282246310005', '3782 822463 10005'],
    ['42425', '42425', '4242 5'],
    ['abc', '', ''],
  ])('reads the number %s', (text, digits, shown) => {
    expect(readNumber(text)).toBe(digits)
    expect(showNumber(digits)).toBe(shown)
  })

  it.each([
    ['1', '1', '1'],
    ['5', '05', '05'],
    ['13', '013', '01 / 3'],
    ['12 / 2', '122', '12 / 2'],
    ['1/30', '0130', '01 / 30'],
    ['12/2030', '1230', '12 / 30'],
  ])('reads the date %s', (text, digits, shown) => {
    expect(readExpiry(text)).toBe(digits)
    expect(showExpiry(digits)).toBe(shown)
  })

  it('reads as many digits of the security code as the network has', () => {
    expect(readCvc('12345', '4242')).toBe('123')
    expect(readCvc('12345', '3782')).toBe('1234')
  })

  it.each([
    [{}, []],
    [{ number: '' }, ['incomplete_number']],
    [{ number: '424242424242424' }, ['incomplete_number']],
    [{ number: '4242424242424241' }, ['invalid_number']],
    [{ number: '378282246310005' }, ['incomplete_cvc']],
    [{ expiry: '12' }, ['incomplete_expiry']],
    [{ expiry: '00' }, ['invalid_expiry_month']],
    [{ expiry: '1225' }, ['invalid_expiry_year_past']],
    [{ expiry: '1026' }, ['invalid_expiry_month_past']],
    [{ expiry: '1126' }, []],
    [{ expiry: '0177' }, ['invalid_expiry_year']],
    [{ cvc: '12' }, ['incomplete_cvc']],
    [
      { number: '', expiry: '', cvc: '' },
      ['incomplete_number', 'incomplete_expiry', 'incomplete_cvc'],
    ],
  ])('finds what is wrong with %j', (change, expected) => {
    expect(codes(change)).toEqual(expected)
  })
})
