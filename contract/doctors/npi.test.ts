import { expect, it } from 'vitest'
import { isNpi } from './npi.ts'

it.each(['1234567893', '1245319599', '2000000002'])('accepts the NPI %s', (npi) => {
  expect(isNpi(npi)).toBe(true)
})

it.each(['1234567890', '1234567839', '123456789', '12345678931', '3234567893', '', 'abcdefghij'])(
  'refuses %j',
  (npi) => {
    expect(isNpi(npi)).toBe(false)
  },
)
