import { expect, it } from 'vitest'
import { phoneLink } from './clinic-details.ts'

it.each([
  ['(503) 555-0142', 'tel:+15035550142'],
  ['503 555 0142 ext. 12', 'tel:+15035550142'],
  ['1-503-555-0142 x3', 'tel:+15035550142'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
])('calls %s as %s: without a country code it is of the United States', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})
