import { expect, it } from 'vitest'
import { phoneForm } from './profile.ts'

const read = (phone: string, country = 'US') => phoneForm(country).safeParse({ phone }).data?.phone

it.each([
  ['(503) 555-0100', '+15035550100'],
  ['1 503.555.0100', '+15035550100'],
  ['+1 503 555 0100', '+15035550100'],
  ['\u202a503\u2011555\u20110100\u202c', '+15035550100'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['011 44 20 7946 0958', '+442079460958'],
  ['00 44 20 7946 0958', '+442079460958'],
])('reads %s as %s: numbers without a country code are North American', (typed, number) => {
  expect(read(typed)).toBe(number)
})

it.each(['555 0100', '0171 123456', '44 20 7946 0958', '+1 555 0100', 'call me'])(
  'refuses %s',
  (typed) => {
    expect(read(typed)).toBeUndefined()
  },
)

it('does not read another country’s number as a North American one', () => {
  expect(read('030 1234567', 'DE')).toBeUndefined()
  expect(read('5035550100', 'DE')).toBeUndefined()
  expect(read('00 49 30 1234567', 'DE')).toBe('+49301234567')
  expect(read('+1 503 555 0100', 'DE')).toBe('+15035550100')
})
