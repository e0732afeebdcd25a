import { expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { allergyTesting, bookingFixture, weightLoss } from '../testing/booking/booking-fixture.ts'
import { siblingsInput, togetherOf } from '../testing/siblings-booking/siblings-booking-walks.ts'
import { siblingsBookingMachine } from './siblings-booking-machine.ts'

// The walks cover the rest, starting with a link.

const { child, sibling } = bookingFixture
const [first, second] = togetherOf(bookingFixture)
const treatments = [allergyTesting, weightLoss]

it('loads nothing when opened from the dialog of one appointment', () => {
  const [start] = initialTransition(siblingsBookingMachine, {
    ...siblingsInput(bookingFixture),
    siblings: first ? [first] : [],
    slot: null,
    known: { treatments, children: [child, sibling] },
  })
  expect(start.matches('choosingChildren')).toBe(true)
  expect(start.children).toEqual({})
  expect(start.can({ type: 'blocks.find' })).toBe(false)
  const [both] = transition(siblingsBookingMachine, start, {
    type: 'sibling.choose',
    child: sibling._id,
    treatment: second?.treatment ?? null,
  })
  expect(both.context.siblings).toEqual([first, second])
  expect(both.can({ type: 'blocks.find' })).toBe(true)
  const [left] = transition(siblingsBookingMachine, both, { type: 'siblings.leave' })
  // The booking machine has loaded the children already.
  expect(left.output).toEqual({ kind: 'left', treatments, family: null })
})
