import { expect, it } from 'vitest'
import { bookingAddress } from '#contract/booking/time-address.ts'
import type { Choices } from '#machines/choices.ts'
import { readChoices, writeChoices } from './choices-address.ts'

const calendar = { today: '2026-06-05', lastDay: '2026-07-30', closures: [] }
const NONE: Choices = {
  date: '2026-06-09',
  treatment: null,
  doctor: null,
  slot: null,
  siblings: null,
}
const slot = '09:00 AM - 09:30 AM'
const siblings = [
  { child: 'mia', treatment: 'allergy' },
  { child: 'ben', treatment: 'weight' },
]

it.each<[string, Choices]>([
  ['a day', NONE],
  ['one appointment', { ...NONE, treatment: 'allergy', doctor: 'ada', slot }],
  ['the child', { ...NONE, treatment: 'allergy', child: 'mia' }],
  ['the user as the patient', { ...NONE, child: null }],
  ['siblings before they are chosen', { ...NONE, siblings: [] }],
  ['siblings', { ...NONE, siblings }],
  ['a block', { ...NONE, siblings, slot }],
])('keeps %s', (_, choices) => {
  expect(readChoices(writeChoices(choices), calendar)).toEqual({ choices, isRefused: false })
})

it.each([
  [
    'a child without a treatment yet',
    'siblings=mia:',
    { siblings: [{ child: 'mia', treatment: '' }] },
  ],
  ['half a pair', 'siblings=:allergy,ben', { siblings: [] }],
  [
    'a treatment beside siblings',
    'siblings=mia:allergy&treatment=weight&doctor=ada',
    { siblings: siblings.slice(0, 1) },
  ],
  ['a child beside siblings', 'siblings=mia:allergy&child=ben', { siblings: siblings.slice(0, 1) }],
  ['a slot that is none', `siblings=mia:allergy&slot=now`, { siblings: siblings.slice(0, 1) }],
  [
    'a slot that no clock shows',
    'siblings=mia:allergy&slot=99:99 AM - 99:99 AM',
    { siblings: siblings.slice(0, 1) },
  ],
])('ignores %s', (_, address, expected) => {
  const read = readChoices(new URLSearchParams(`date=${NONE.date}&${address}`), calendar)
  expect(read?.choices).toEqual({ ...NONE, ...expected })
})

it('reads the addresses of free times', () => {
  const time = { date: NONE.date, treatment: 'allergy', doctor: 'ada', slot }
  const address = new URL(bookingAddress(time), 'http://localhost')
  expect(readChoices(address.searchParams, calendar)?.choices).toEqual({ ...NONE, ...time })
})
