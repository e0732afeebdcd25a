import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { BookingRefusal } from '../../contract/appointments.ts'
import { formatWireDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { type MachineModel, walkMachine } from '../testing/machine-model.ts'
import type { Driver, Walk } from '../testing/tours.ts'
import type { BookingContext, Choices } from './booking-machine.ts'
import { bookingMachine, choicesOf } from './booking-machine.ts'
import {
  allergyTesting,
  bookingFixture,
  FORM,
  firstChoices,
  MORNING,
  NEW_PRICE,
  NOON,
  patient,
} from './booking-walks.ts'

/** Takes a walk on the booking machine alone, and checks what it knows in each of its states. */
export const walkBookingMachine = (
  walk: Walk,
  machine: AnyStateMachine = bookingMachine,
): Promise<void> =>
  walkMachine(machine, walk, { input: { patient, choices: firstChoices(bookingFixture) } }, drive)

function drive(model: MachineModel<typeof bookingMachine>): Driver<typeof bookingMachine> {
  const { send, server } = model
  let { date, ...wish }: Choices = firstChoices(bookingFixture)
  /** The chosen one, or the one that is wished for. */
  let { doctor } = wish
  let refused: BookingRefusal['code'] | null = null
  let offered: Treatment[] = []

  const knows = (facts: Partial<BookingContext>) =>
    expect(model.context()).toMatchObject({ patient, date, ...facts })
  const undecided = {
    treatment: null,
    doctor: null,
    slot: null,
    missedSlot: null,
    refusal: null,
    booking: null,
    message: null,
  }
  const expectChoices = (treatment: string | null, slot: string | null = null) =>
    expect(choicesOf(model.context())).toEqual({ date, treatment, doctor, slot })
  /** Nothing is chosen any more. */
  function nothing() {
    doctor = null
    return { treatment: null, doctor, slot: null }
  }
  const current = () => offered.find(({ _id }) => _id === allergyTesting._id)

  /** Nothing can be chosen that is not free, whatever an older card still shows. */
  function refusesUnknownTreatment() {
    const treatment = { ...allergyTesting, _id: 'gone' }
    expect(model.can({ type: 'treatment.choose', treatment })).toBe(false)
  }

  function knowsChoice(refusal: BookingRefusal['code'] | null) {
    knows({ booking: null, treatments: offered })
    expectChoices(allergyTesting._id)
    expect(model.context().treatment).toEqual(current())
    refusesUnknownTreatment()
    expect(model.can({ type: 'slot.choose', slot: '04:30 PM - 05:00 PM' })).toBe(false)
    expect(model.can({ type: 'doctor.choose', doctor: 'gone' })).toBe(false)
    expect(model.context().treatment?.slots).toContain(NOON)
    expect(model.context().refusal?.code ?? null).toBe(refusal)
  }
  function knowsForm(facts: Partial<BookingContext> = {}) {
    knows({ treatment: current(), missedSlot: null, refusal: null, booking: null, ...facts })
    expectChoices(allergyTesting._id, MORNING)
  }

  return {
    server: {
      ...server,
      succeed: (id, output, moment) => {
        if (id === 'createAppointment') {
          const answer = output as BookingRefusal
          refused = answer.success ? null : answer.code
          if (answer.success) doctor = null
        } else {
          offered = output as Treatment[]
        }
        return server.succeed(id, output, moment)
      },
      fail: (id, error, moment) => {
        if (id === 'refreshTreatments') wish = { treatment: allergyTesting._id, doctor, slot: null }
        return server.fail(id, error, moment)
      },
    },
    do: {
      'date.choose': (event) => {
        send(event)
        date = event.date
        wish = nothing()
        offered = []
      },
      'treatments.reload': send,
      'treatment.choose': (event) => {
        send(event)
        doctor = null
      },
      'doctor.choose': (event) => {
        send(event)
        refused = null
        doctor = event.doctor
      },
      'treatment.undo': (event) => {
        send(event)
        wish = nothing()
      },
      'slot.choose': (event) => {
        send(event)
        refused = null
      },
      'dialog.close': send,
      'booking.submit': send,
      'booking.another': (event) => {
        send(event)
        wish = nothing()
      },
      'choices.restore': (event) => {
        send(event)
        const { date: restored, ...rest } = event.choices
        if (restored !== date) offered = []
        date = restored
        wish = rest
        doctor = rest.doctor
        refused = null
      },
    },
    see: {
      'browsing.loadingTreatments': () => {
        knows({ ...undecided, treatments: offered })
        expectChoices(wish.treatment, wish.slot)
        expect(model.inputOf('loadTreatments')).toEqual({ date })
      },
      'browsing.loadFailed': () => {
        knows({ message: 'The clinic is offline' })
        expectChoices(wish.treatment, wish.slot)
      },
      'browsing.choosingTreatment.undisturbed': () => {
        knows({ ...undecided, treatments: offered })
        expectChoices(null)
        refusesUnknownTreatment()
      },
      'browsing.choosingTreatment.treatmentFull': () => {
        knows({ booking: null })
        expectChoices(allergyTesting._id)
        expect(model.context().treatment).toMatchObject({ _id: allergyTesting._id, slots: [] })
        expect(current()).toMatchObject({ slots: [] })
      },
      'browsing.choosingSlot.undisturbed': () => {
        knowsChoice(null)
        knows({ missedSlot: null })
      },
      'browsing.choosingSlot.slotTaken': () => {
        knowsChoice('slot_taken')
        expect(current()?.slots).toEqual([NOON])
      },
      'browsing.choosingSlot.slotGone': () => {
        knowsChoice(null)
        knows({ missedSlot: MORNING })
        expect(current()?.slots).toEqual([NOON])
      },
      'browsing.choosingSlot.priceChanged': () => {
        knowsChoice('price_changed')
        expect(current()?.price).toBe(NEW_PRICE)
      },
      'browsing.choosingSlot.alreadyBooked': () => {
        knows({ treatment: current(), booking: null })
        expectChoices(allergyTesting._id)
        expect(model.context().refusal?.code).toBe('already_booked')
      },
      'browsing.refreshing': () => {
        knows({ treatment: current(), booking: null })
        expectChoices(allergyTesting._id)
        expect(model.context().refusal?.code ?? null).toBe(refused)
        expect(model.inputOf('refreshTreatments')).toEqual({ date })
      },
      'dialog.fillingForm': () => knowsForm({ message: null }),
      'dialog.submitting': () => {
        knowsForm()
        expect(model.inputOf('createAppointment')).toEqual({
          treatment: 'Allergy Testing',
          price: 120,
          date: formatWireDate(date),
          slot: MORNING,
          ...(doctor !== null && { doctor }),
          paid: false,
          patientName: patient.name,
          email: patient.email,
          ...FORM,
        })
      },
      'dialog.submitFailed': () => knowsForm({ message: 'The clinic is offline' }),
      booked: () => {
        knows({ refusal: null })
        expectChoices(null)
        expect(model.context().booking).toMatchObject({ slot: MORNING, ...FORM })
      },
    },
  }
}
