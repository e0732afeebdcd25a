import { expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { bookingMachine } from './booking-machine.ts'
import { type BookingEvent, NOTHING_WANTED } from './booking-setup.ts'
import {
  allergyTesting,
  bookingFixture,
  FIRST_DAY,
  MORNING,
  patient,
  weightLoss,
} from './booking-walks.ts'

const NOTHING_CHOSEN = { date: FIRST_DAY, ...NOTHING_WANTED }
const start = () => initialTransition(bookingMachine, { patient, choices: NOTHING_CHOSEN })[0]

function follow(
  ...events: (BookingEvent | { type: `xstate.${string}`; [data: string]: unknown })[]
) {
  // The answers of invoked actors are no part of the machine's own event type.
  return (events as BookingEvent[]).reduce(
    (snapshot, event) => transition(bookingMachine, snapshot, event)[0],
    start(),
  )
}

const loaded = {
  type: 'xstate.done.actor.loadTreatments',
  output: [allergyTesting, weightLoss],
} as const
const noChildren = {
  type: 'xstate.done.actor.loadChildren',
  output: { today: FIRST_DAY, children: [] },
} as const
const chosen = { type: 'treatment.choose', treatment: allergyTesting } as const
const form = { phone: '+1 555 0100', address: '1 Orchard Lane' }

// The walks cover the rest: these cases need lists that no walk loads.

it.each([
  ['has no free slots', [{ ...allergyTesting, slots: [] }, weightLoss]],
  ['is no longer offered', [weightLoss]],
])('cannot choose a treatment that %s, whatever an older card shows', (_, output) => {
  expect(follow({ ...loaded, output }).can(chosen)).toBe(false)
  expect(follow(loaded).can(chosen)).toBe(true)
})

it('keeps the chosen treatment when the clinic no longer offers it that day', () => {
  const snapshot = follow(
    loaded,
    chosen,
    { type: 'slot.choose', slot: MORNING },
    noChildren,
    { type: 'booking.submit', form },
    {
      type: 'xstate.done.actor.createAppointment',
      output: {
        success: false,
        code: 'slot_taken',
        message: 'Someone just booked that time',
        booking: { date: 'Jun 5, 2026', slot: MORNING },
      },
    },
    { type: 'xstate.done.actor.refreshTreatments', output: [weightLoss] },
  )
  expect(snapshot.matches({ treatment: { choosing: 'treatmentFull' } })).toBe(true)
  expect(snapshot.context.treatments).toEqual([weightLoss])
  expect(snapshot.context.treatment?.name).toBe('Allergy Testing')
})

it('takes the child of the first address that names one, and keeps it', () => {
  const restore = (child: string) =>
    ({ type: 'choices.restore', choices: { ...NOTHING_CHOSEN, child } }) as const
  expect(follow(restore('mia')).context.child).toBe('mia')
  expect(follow(restore('mia'), restore('noa')).context.child).toBe('mia')
})

it('chooses the first child when neither the address nor an earlier booking names one', () => {
  const { child, sibling } = bookingFixture
  const output = { today: FIRST_DAY, children: [child, sibling] }
  const family = { ...noChildren, output }
  const snapshot = follow(loaded, chosen, { type: 'slot.choose', slot: MORNING }, family)
  expect(snapshot.context.child).toBe(child._id)
})
