import { describe, expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { type BookingEvent, bookingMachine } from './booking-machine.ts'
import { allergyTesting, FIRST_DAY, MORNING, NOON, patient, weightLoss } from './booking-walks.ts'

const start = () => initialTransition(bookingMachine, { patient, date: FIRST_DAY })[0]

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
const chosen = { type: 'treatment.choose', treatment: allergyTesting } as const
const form = { phone: '+1 555 0100', address: '1 Orchard Lane' }

describe('booking', () => {
  it('does not choose a treatment without free slots', () => {
    const full = { ...allergyTesting, slots: [] }
    const loadedFull = { ...loaded, output: [full, weightLoss] }
    expect(follow(loadedFull).can({ type: 'treatment.choose', treatment: full })).toBe(false)
    expect(follow(loaded).can(chosen)).toBe(true)
  })

  it('does not choose a treatment that the day no longer has, as an older card may offer it', () => {
    expect(follow({ ...loaded, output: [weightLoss] }).can(chosen)).toBe(false)
    expect(follow({ ...loaded, output: [{ ...allergyTesting, slots: [] }] }).can(chosen)).toBe(
      false,
    )
  })

  it('does not choose a slot that the treatment does not offer', () => {
    const choosingSlot = follow(loaded, { type: 'treatment.choose', treatment: weightLoss })
    expect(choosingSlot.can({ type: 'slot.choose', slot: MORNING })).toBe(false)
    expect(choosingSlot.can({ type: 'slot.choose', slot: NOON })).toBe(true)
  })

  it('sends what was shown: treatment, price, date and slot', () => {
    const submitting = follow(
      loaded,
      chosen,
      { type: 'slot.choose', slot: MORNING },
      { type: 'booking.submit', form },
    )
    expect(submitting.children.createAppointment?.getSnapshot()).toMatchObject({
      input: {
        treatment: 'Allergy Testing',
        price: 120,
        date: 'Jun 5, 2026',
        slot: MORNING,
        paid: false,
        patientName: patient.name,
        email: patient.email,
        ...form,
      },
    })
  })

  it('cannot be left while the booking is with the server', () => {
    const submitting = follow(
      loaded,
      chosen,
      { type: 'slot.choose', slot: MORNING },
      { type: 'booking.submit', form },
    )
    expect(submitting.can({ type: 'dialog.close' })).toBe(false)
    expect(submitting.can({ type: 'date.choose', date: FIRST_DAY })).toBe(false)
    expect(submitting.can({ type: 'booking.submit', form })).toBe(false)
  })

  it('forgets treatment and slot when another day is chosen', () => {
    const { context } = follow(loaded, chosen, { type: 'date.choose', date: '2026-06-08' })
    expect(context).toMatchObject({ date: '2026-06-08', treatment: null, slot: null })
  })

  it('shows the slots and the price of now after a slot was lost', () => {
    const fresh = { ...allergyTesting, slots: [NOON], price: 140 }
    const { context } = follow(
      loaded,
      chosen,
      { type: 'slot.choose', slot: MORNING },
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
      { type: 'xstate.done.actor.refreshTreatments', output: [fresh] },
    )
    expect(context.treatment).toEqual(fresh)
    expect(context.slot).toBeNull()
    expect(context.refusal?.code).toBe('slot_taken')
  })

  it('loads the day again before a visitor goes on after a failure', () => {
    const failed = [
      loaded,
      chosen,
      { type: 'slot.choose', slot: MORNING },
      { type: 'booking.submit', form },
      { type: 'xstate.error.actor.createAppointment', error: { message: 'The clinic is offline' } },
      { type: 'dialog.close' },
    ] as const
    expect(follow(...failed).matches({ browsing: 'refreshing' })).toBe(true)

    const fresh = { ...allergyTesting, slots: [NOON] }
    const refreshed = { type: 'xstate.done.actor.refreshTreatments', output: [fresh] } as const
    const snapshot = follow(...failed, refreshed)
    expect(snapshot.matches({ browsing: { choosingSlot: 'undisturbed' } })).toBe(true)
    expect(snapshot.context).toMatchObject({ treatments: [fresh], treatment: fresh, slot: null })
  })

  it('remembers which treatment was lost when the clinic no longer offers it that day', () => {
    const snapshot = follow(
      loaded,
      chosen,
      { type: 'slot.choose', slot: MORNING },
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
    expect(snapshot.matches({ browsing: { choosingTreatment: 'treatmentFull' } })).toBe(true)
    expect(snapshot.context.treatments).toEqual([weightLoss])
    expect(snapshot.context.treatment?.name).toBe('Allergy Testing')
  })
})
