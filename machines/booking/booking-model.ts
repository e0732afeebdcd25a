import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { BookingRefusal } from '../../contract/appointments.ts'
import { formatWireDate, type IsoDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { type MachineModel, walkMachine } from '../testing/machine-model.ts'
import type { Driver, Walk } from '../testing/tours.ts'
import type { BookingContext } from './booking-machine.ts'
import { bookingMachine } from './booking-machine.ts'
import {
  allergyTesting,
  FIRST_DAY,
  FORM,
  MORNING,
  NEW_PRICE,
  NOON,
  patient,
  weightLoss,
} from './booking-walks.ts'

/** Takes a walk on the booking machine alone, and checks what it knows in each of its states. */
export const walkBookingMachine = (
  walk: Walk,
  machine: AnyStateMachine = bookingMachine,
): Promise<void> => walkMachine(machine, walk, { input: { patient, date: FIRST_DAY } }, drive)

function drive(model: MachineModel<typeof bookingMachine>): Driver<typeof bookingMachine> {
  const { send, server } = model
  let date: IsoDate = FIRST_DAY
  let refused: BookingRefusal['code'] | null = null
  let offered: Treatment[] = []
  let slot: string | null = null

  const knows = (facts: Partial<BookingContext>) =>
    expect(model.context()).toMatchObject({ patient, date, ...facts })
  const undecided = { treatment: null, slot: null, refusal: null, booking: null, message: null }
  const current = () => offered.find(({ _id }) => _id === allergyTesting._id)

  /** Nothing can be chosen that is not free, whatever an older card still shows. */
  function refusesUnknownTreatment() {
    const treatment = { ...allergyTesting, _id: 'gone' }
    expect(model.can({ type: 'treatment.choose', treatment })).toBe(false)
  }

  function knowsChoice(refusal: BookingRefusal['code'] | null) {
    knows({ booking: null, treatments: offered, slot })
    expect(model.context().treatment).toEqual(current())
    refusesUnknownTreatment()
    expect(model.can({ type: 'slot.choose', slot: '04:30 PM - 05:00 PM' })).toBe(false)
    expect(model.context().treatment?.slots).toContain(NOON)
    expect(model.context().refusal?.code ?? null).toBe(refusal)
  }
  const knowsForm = (facts: Partial<BookingContext> = {}) =>
    knows({ treatment: current(), slot: MORNING, refusal: null, booking: null, ...facts })

  return {
    server: {
      ...server,
      succeed: (id, output, moment) => {
        if (id === 'createAppointment') {
          const answer = output as BookingRefusal
          refused = answer.success ? null : answer.code
        } else {
          offered = output as Treatment[]
          slot = null
        }
        return server.succeed(id, output, moment)
      },
    },
    do: {
      'date.choose': (event) => {
        send(event)
        date = event.date
        slot = null
      },
      'treatments.reload': send,
      'treatment.choose': (event) => {
        send(event)
        slot = null
      },
      'slot.choose': (event) => {
        send(event)
        slot = event.slot
        refused = null
      },
      'dialog.close': send,
      'booking.submit': send,
      'booking.another': send,
    },
    see: {
      'browsing.loadingTreatments': () => {
        knows({ ...undecided, treatments: [] })
        expect(model.inputOf('loadTreatments')).toEqual({ date })
      },
      'browsing.loadFailed': () => knows({ message: 'The clinic is offline' }),
      'browsing.choosingTreatment.undisturbed': () => {
        knows({ ...undecided, treatments: [allergyTesting, weightLoss] })
        refusesUnknownTreatment()
      },
      'browsing.choosingTreatment.treatmentFull': () => {
        knows({ slot: null, booking: null })
        expect(model.context().treatment).toMatchObject({ _id: allergyTesting._id, slots: [] })
        expect(current()).toMatchObject({ slots: [] })
      },
      'browsing.choosingSlot.undisturbed': () => knowsChoice(null),
      'browsing.choosingSlot.slotTaken': () => {
        knowsChoice('slot_taken')
        knows({ slot: null })
        expect(current()?.slots).toEqual([NOON])
      },
      'browsing.choosingSlot.priceChanged': () => {
        knowsChoice('price_changed')
        knows({ slot: null })
        expect(current()?.price).toBe(NEW_PRICE)
      },
      'browsing.choosingSlot.alreadyBooked': () => {
        knows({ treatment: allergyTesting, booking: null })
        expect(model.context().refusal?.code).toBe('already_booked')
      },
      'browsing.refreshing': () => {
        knows({ treatment: allergyTesting, booking: null })
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
          paid: false,
          patientName: patient.name,
          email: patient.email,
          ...FORM,
        })
      },
      'dialog.submitFailed': () => knowsForm({ message: 'The clinic is offline' }),
      booked: () => {
        knows({ refusal: null })
        expect(model.context().booking).toMatchObject({ slot: MORNING, ...FORM })
      },
    },
  }
}
