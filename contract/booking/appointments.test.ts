import { describe, expect, it } from 'vitest'
import { bookingForm } from './appointments.ts'

const messagesOf = (form: object) =>
  bookingForm
    .safeParse({ phone: '503 555 0100', address: '1 Main Street', ...form })
    .error?.issues.map(({ message }) => message) ?? []

describe('the phone number of a booking', () => {
  it.each(['55501', '+1 (503) 555-0100', '503.555.0100', ' 0171 2345678 ', '503 555 0100 ext. 12'])(
    'may be %s',
    (phone) => expect(messagesOf({ phone })).toEqual([]),
  )

  it.each(['5550', '(- -) 1234', '+', 'call me', '555 0100 ext.', '5'.repeat(26), '++15550100'])(
    'is not %s',
    (phone) =>
      expect(messagesOf({ phone })).toEqual([
        'Enter a valid phone number, such as (503) 555-0142 ext. 12',
      ]),
  )

  it('is required', () => {
    expect(messagesOf({ phone: ' ' })).toContain('Phone is required')
  })
})

it('requires an address of at most 300 characters', () => {
  expect(messagesOf({ address: ' ' })).toEqual(['Address is required'])
  expect(messagesOf({ address: 'x'.repeat(300) })).toEqual([])
  expect(messagesOf({ address: 'x'.repeat(301) })).toEqual([
    'Address must be 300 characters or fewer',
  ])
})
