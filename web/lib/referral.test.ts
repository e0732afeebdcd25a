// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { forgetReferral, keepReferral, readReferral } from './referral.ts'

beforeEach(() => sessionStorage.clear())

it('is stored from the address of another site’s link, until a booking', () => {
  keepReferral('?treatment=one&source=source-abc&booking-referral=34d1a803-cd6c')
  keepReferral('?date=2027-03-02')
  expect(readReferral()).toEqual({ source: 'source-abc', bookingReferral: '34d1a803-cd6c' })
  forgetReferral()
  expect(readReferral()).toEqual({})
})

it.each(['', '?source=', '?source=a%20b', '?source=%3Cb%3E', `?source=${'a'.repeat(101)}`])(
  'is ignored if it is not safe: %s',
  (search) => {
    keepReferral(search)
    expect(readReferral()).toEqual({})
  },
)
