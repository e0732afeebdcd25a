import { describe, expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { NOTHING_WANTED } from '../choices.ts'
import {
  allergyTesting,
  bookingFixture,
  FIRST_DAY,
  MORNING,
  NOON,
  newTerms,
  patient,
  weightLoss,
} from '../testing/booking/booking-fixture.ts'
import type { BookingEvent } from './booking-context.ts'
import { bookingMachine } from './booking-machine.ts'

const NOTHING_CHOSEN = { date: FIRST_DAY, ...NOTHING_WANTED }
const start = () => initialTransition(bookingMachine, { patient, choices: NOTHING_CHOSEN })[0]

function follow(
  ...events: (BookingEvent | { type: `xstate.${string}`; [data: string]: unknown })[]
) {
  // The machine's event type does not include the results of invoked actors.
  return (events as BookingEvent[]).reduce(
    (snapshot, event) => transition(bookingMachine, snapshot, event)[0],
    start(),
  )
}

const loaded = {
  type: 'xstate.done.actor.loadTreatments',
  output: { treatments: [allergyTesting, weightLoss] },
} as const
const noChildren = {
  type: 'xstate.done.actor.loadChildren',
  output: { today: FIRST_DAY, children: [] },
} as const
const chosen = { type: 'treatment.choose', treatment: allergyTesting } as const
const form = { phone: '+1 555 0100', address: '1 Orchard Lane' }

// The walks cover the rest; these cases need lists that no walk loads.

it.each([
  ['has no free slots', [{ ...allergyTesting, slots: [] }, weightLoss]],
  ['is no longer offered', [weightLoss]],
])('rejects a treatment that %s, whatever an older card shows', (_, output) => {
  expect(follow({ ...loaded, output: { treatments: output } }).can(chosen)).toBe(false)
  expect(follow(loaded).can(chosen)).toBe(true)
})

it('keeps the chosen treatment even if the clinic no longer offers it on that day', () => {
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
    { type: 'xstate.done.actor.refreshTreatments', output: { treatments: [weightLoss] } },
  )
  expect(snapshot.matches({ treatment: { choosing: 'treatmentFull' } })).toBe(true)
  expect(snapshot.context.treatments).toEqual([weightLoss])
  expect(snapshot.context.treatment?.name).toBe('Allergy Testing')
})

it.each([
  ['others are left', [NOON]],
  ['none is left', []],
])('reports an existing booking, and no longer offers that time, when %s', (_, slots) => {
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
        code: 'already_booked',
        message: 'You already have an appointment',
        booking: { date: 'Jun 5, 2026', slot: MORNING },
      },
    },
    {
      type: 'xstate.done.actor.refreshTreatments',
      output: { treatments: [{ ...allergyTesting, slots, doctors: undefined }, weightLoss] },
    },
  )
  expect(snapshot.matches({ slot: { choosing: 'alreadyBooked' } })).toBe(true)
  expect(snapshot.context.refusal?.code).toBe('already_booked')
  expect(snapshot.can({ type: 'slot.choose', slot: MORNING })).toBe(false)
})

it('selects the child of the first address that names one, and keeps it', () => {
  const restore = (child: string) =>
    ({ type: 'choices.restore', choices: { ...NOTHING_CHOSEN, child } }) as const
  expect(follow(restore('mia')).context.child).toBe('mia')
  expect(follow(restore('mia'), restore('noa')).context.child).toBe('mia')
})

it('selects the first child if neither the address nor an earlier booking names one', () => {
  const { child, sibling } = bookingFixture
  const output = { today: FIRST_DAY, children: [child, sibling] }
  const family = { ...noChildren, output }
  const snapshot = follow(loaded, chosen, { type: 'slot.choose', slot: MORNING }, family)
  expect(snapshot.context.child).toBe(child._id)
})

const child = (id: string) => ({
  ...{ _id: id, name: id, birthDate: '2021-06-05', archived: false },
  ...{ isOwner: true, mayBook: true, mayPay: true, receivesEmail: true },
})
const ofDesk = (...ids: string[]) =>
  ({
    type: 'xstate.done.actor.loadChildren',
    output: { today: FIRST_DAY, children: ids.map(child), asks: true },
  }) as const

it.each([
  ['the guardian of a family without children', [], undefined, null],
  ['an only child', ['mia'], undefined, 'mia'],
  ['no one of several children until staff say who', ['mia', 'ben'], undefined, undefined],
  ['the child of the address', ['mia', 'ben'], 'ben', 'ben'],
  ['the guardian that the address names', ['mia', 'ben'], null, null],
  ['no one for a child of another family', ['mia', 'ben'], 'other', undefined],
])('selects, at the desk, %s', (_, ids, addressed, expected) => {
  const name = addressed === undefined ? [] : [{ type: 'child.choose', child: addressed } as const]
  const asked = { type: 'slot.choose', slot: MORNING } as const
  const snapshot = follow(...name, loaded, chosen, asked, ofDesk(...ids))
  expect(snapshot.context.child).toBe(expected)
  expect(snapshot.can({ type: 'booking.submit', form })).toBe(expected !== undefined)
})

const noSlots = [{ ...allergyTesting, slots: [], doctors: undefined }, weightLoss]
const noon = { slots: [NOON], doctors: undefined }
const withoutMorning = [{ ...allergyTesting, ...noon, price: 150 }, weightLoss]
const refresh = (treatments: Treatment[], date = FIRST_DAY) =>
  ({ type: 'treatments.refresh', date, treatments }) as const
const opened = [loaded, chosen, { type: 'slot.choose', slot: MORNING } as const, noChildren]

describe('the free times of the day change meanwhile', () => {
  it('shows them, unless they are for another day', () => {
    expect(follow(loaded, refresh(noSlots)).can(chosen)).toBe(false)
    expect(follow(loaded, refresh(noSlots, '2026-06-08')).can(chosen)).toBe(true)
    const slots = follow(loaded, chosen, refresh(withoutMorning))
    expect(slots.matches({ slot: { choosing: 'undisturbed' } })).toBe(true)
    expect(slots.can({ type: 'slot.choose', slot: MORNING })).toBe(false)
  })

  it.each([
    ['full', noSlots],
    ['no longer offered that day', [weightLoss]],
  ])('tells the user if the chosen treatment is %s', (_, treatments) => {
    const snapshot = follow(loaded, chosen, refresh(treatments))
    expect(snapshot.matches({ treatment: { choosing: 'treatmentFull' } })).toBe(true)
  })

  it('keeps the dialog with its price when its slot is taken, and books another slot instead', () => {
    const submit = { type: 'booking.submit', form } as const
    const gone = follow(...opened, refresh(withoutMorning))
    expect(gone.matches({ dialog: 'fillingForm' })).toBe(true)
    expect(gone.context).toMatchObject({ slot: MORNING, treatment: { price: 120 } })
    expect(gone.can(submit)).toBe(false)
    expect(gone.can({ type: 'series.start' })).toBe(false)
    const newTermsFirst = { type: 'xstate.done.actor.createAppointment', output: newTerms } as const
    const asked = follow(...opened, submit, newTermsFirst)
    expect(asked.can(submit)).toBe(true)
    expect(follow(...opened, submit, newTermsFirst, refresh(withoutMorning)).can(submit)).toBe(
      false,
    )
    const other = follow(...opened, refresh(withoutMorning), { type: 'slot.choose', slot: NOON })
    expect(other.context.slot).toBe(NOON)
    expect(other.can(submit)).toBe(true)
  })

  it('allows another slot in the dialog only once the chosen one is taken', () => {
    expect(follow(...opened).can({ type: 'slot.choose', slot: NOON })).toBe(false)
  })

  it('books after a failure that may have booked the slot', () => {
    const submit = { type: 'booking.submit', form } as const
    const failed = {
      type: 'xstate.error.actor.createAppointment',
      error: { message: 'No.' },
    } as const
    expect(follow(...opened, submit, failed, refresh(withoutMorning)).can(submit)).toBe(true)
  })
})
