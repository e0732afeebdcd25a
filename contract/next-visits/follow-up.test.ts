import { expect, it } from 'vitest'
import { NEXT_VISITS } from '../clinic/desk-settings.ts'
import { DEFAULT_FOLLOW_UPS, dayOfFollowUp, followUpsOf, monthsAfter } from './follow-up.ts'

const daysOf = (text: string) =>
  followUpsOf(text)?.map((followUp) => [followUp.label, dayOfFollowUp(followUp, '2027-03-31')])

it('reads the intervals to a next visit', () => {
  expect(daysOf(DEFAULT_FOLLOW_UPS)).toEqual([
    ['2 weeks', '2027-04-14'],
    ['6 weeks', '2027-05-12'],
    ['3 months', '2027-06-30'],
    ['6 months', '2027-09-30'],
    ['1 year', '2028-03-31'],
  ])
  expect(daysOf('10 Days,1 weeks , 5 years')).toEqual([
    ['10 days', '2027-04-10'],
    ['1 week', '2027-04-07'],
    ['5 years', '2032-03-31'],
  ])
})

it.each([
  ['other words', 'soon'],
  ['a number without a unit', '2 weeks, 3'],
  ['nothing between commas', '2 weeks,'],
  ['none', '0 weeks'],
  ['the same twice', '2 weeks, 2 weeks'],
  ['more than five years', '61 months'],
  ['more than five years in weeks', '300 weeks'],
  ['more than eight', '1 day, 2 days, 3 days, 4 days, 5 days, 6 days, 8 days, 9 days, 10 days'],
  ['an empty text', ' '],
])('refuses %s as buttons', (_, text) => {
  const { schema } = NEXT_VISITS.settings.followUps
  expect(schema.safeParse(text).success).toBe(false)
  expect(schema.safeParse(DEFAULT_FOLLOW_UPS).success).toBe(true)
})

it('counts months back to the last day of a shorter month', () => {
  expect(monthsAfter('2028-02-29', -24)).toBe('2026-02-28')
  expect(monthsAfter('2027-03-01', -24)).toBe('2025-03-01')
})
