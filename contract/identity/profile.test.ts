import { expect, it } from 'vitest'
import { phoneForm } from './profile.ts'

const read = (phone: string) => phoneForm.safeParse({ phone }).data?.phone

it.each([
  ['(503) 555-0100', '+15035550100'],
  ['1 503.555.0100', '+15035550100'],
  ['+1 503 555 0100', '+15035550100'],
  ['+44 20 7946 0958', '+442079460958'],
])('takes %s as %s: without a country code it is of the United States', (typed, number) => {
  expect(read(typed)).toBe(number)
})

it.each(['555 0100', '0171 123456', '44 20 7946 0958', '+1 555 0100', 'call me'])(
  'refuses %s',
  (typed) => {
    expect(read(typed)).toBeUndefined()
  },
)
