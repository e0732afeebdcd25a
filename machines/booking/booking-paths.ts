import type { BookingRefusal, BookingSuccess } from '../../contract/appointments.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { type Driver, transitionPaths } from '../testing/paths.ts'
import { bookingMachine } from './booking-machine.ts'

export const MORNING = '09:00 AM - 09:30 AM'
export const NOON = '12:00 PM - 12:30 PM'

export const patient = { name: 'Paula Parent', email: 'parent@example.com' }
export const FIRST_DAY = '2026-06-05'
export const OTHER_DAY = '2026-06-08'

export const allergyTesting: Treatment = {
  _id: 'allergy',
  name: 'Allergy Testing',
  slots: [MORNING, NOON],
  price: 120,
}
export const weightLoss: Treatment = {
  _id: 'weight',
  name: 'Weight Loss',
  slots: [NOON],
  price: 80,
}
const full = { ...allergyTesting, slots: [] }
const withoutMorning = { ...allergyTesting, slots: [NOON], price: 140 }

const asked = { date: 'Jun 5, 2026', slot: MORNING }
const form = { phone: '+1 555 0100', address: '1 Orchard Lane' }

const booked: BookingSuccess = {
  success: true,
  booking: {
    _id: '01890a5d-ac96-774b-bcce-b302099a8057',
    treatment: allergyTesting.name,
    ...asked,
    price: allergyTesting.price,
    paid: false,
    status: 'booked',
    patient: patient.email,
    patientName: patient.name,
    email: patient.email,
    ...form,
  },
}
const refused = (code: BookingRefusal['code'], message: string): BookingRefusal => ({
  success: false,
  code,
  message,
  booking: asked,
})

/** Everything that can happen in the flow, with one payload for each way it can go. */
export const bookingCases = [
  { type: 'date.choose', date: OTHER_DAY },
  { type: 'treatments.reload' },
  { type: 'treatment.choose', treatment: allergyTesting },
  { type: 'slot.choose', slot: MORNING },
  { type: 'dialog.close' },
  { type: 'booking.submit', form },
  { type: 'booking.another' },
  { type: 'xstate.done.actor.loadTreatments', output: [allergyTesting, weightLoss] },
  { type: 'xstate.error.actor.loadTreatments', error: { message: 'The clinic is offline' } },
  { type: 'xstate.done.actor.createAppointment', output: booked },
  {
    type: 'xstate.done.actor.createAppointment',
    output: refused(
      'already_booked',
      `You already have an appointment on ${asked.date} at ${asked.slot}`,
    ),
  },
  {
    type: 'xstate.done.actor.createAppointment',
    output: {
      ...refused('slot_taken', 'Somebody else has just taken that time'),
      alternatives: [NOON],
    },
  },
  {
    type: 'xstate.done.actor.createAppointment',
    output: { ...refused('price_changed', 'The price has changed to $140'), price: 140 },
  },
  { type: 'xstate.error.actor.createAppointment', error: { message: 'The clinic is offline' } },
  { type: 'xstate.done.actor.refreshTreatments', output: [withoutMorning, weightLoss] },
  // The last one of the day.
  {
    type: 'xstate.done.actor.refreshTreatments',
    output: [full, { ...weightLoss, slots: [] }],
  },
  { type: 'xstate.error.actor.refreshTreatments', error: { message: 'The clinic is offline' } },
] as const

export type BookingStep = (typeof bookingCases)[number]['type']

/** Every place in the flow where a visitor can be; a test holds it against the machine. */
export const bookingStates = [
  'browsing.loadingTreatments',
  'browsing.loadFailed',
  'browsing.choosingTreatment.undisturbed',
  'browsing.choosingTreatment.treatmentFull',
  'browsing.choosingSlot.undisturbed',
  'browsing.choosingSlot.slotTaken',
  'browsing.choosingSlot.priceChanged',
  'browsing.choosingSlot.alreadyBooked',
  'browsing.refreshing',
  'dialog.fillingForm',
  'dialog.submitting',
  'dialog.submitFailed',
  'booked',
] as const

export type BookingDriver = Driver<BookingStep, (typeof bookingStates)[number]>

/** Paths that take every transition of the booking machine. */
export const bookingPaths = () =>
  transitionPaths(bookingMachine, bookingCases, { patient, date: FIRST_DAY })
