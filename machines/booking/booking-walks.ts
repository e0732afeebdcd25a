import type { BookingRefusal, BookingSuccess } from '../../contract/appointments.ts'
import { formatWireDate, type IsoDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { type Cases, type TourOptions, tour } from '../testing/tours.ts'
import type { BookingContext, Choices, Patient } from './booking-machine.ts'
import { bookingMachine } from './booking-machine.ts'

export const MORNING = '09:00 AM - 09:30 AM'
export const NOON = '12:00 PM - 12:30 PM'
export const NEW_PRICE = 140
export const FORM = { phone: '+1 555 0100', address: '1 Orchard Lane' }

export const patient = { name: 'Paula Parent', email: 'parent@example.com' }
export const FIRST_DAY = '2026-06-05'
export const OTHER_DAY = '2026-06-08'

const ada = { _id: '01890a5d-ac96-774b-bcce-000000000001', name: 'Dr. Ada Lind' }
const ben = { _id: '01890a5d-ac96-774b-bcce-000000000002', name: 'Dr. Ben Okoro' }

export const allergyTesting: Treatment = {
  _id: 'allergy',
  name: 'Allergy Testing',
  slots: [MORNING, NOON],
  price: 120,
  doctors: [ada, ben].map((doctor) => ({ ...doctor, slots: [MORNING, NOON] })),
}
export const weightLoss: Treatment = {
  _id: 'weight',
  name: 'Weight Loss',
  slots: [NOON],
  price: 80,
}

/** Who books what, and when. */
export interface BookingFixture {
  patient: Patient
  /** The walk begins on the first day, with treatment and MORNING in the address. */
  days: readonly [IsoDate, IsoDate]
  /** With the slots MORNING and NOON, at $120, by two doctors. */
  treatment: Treatment
}

export const bookingFixture: BookingFixture = {
  patient,
  days: [FIRST_DAY, OTHER_DAY],
  treatment: allergyTesting,
}

/** What the address holds where a walk begins. */
export const firstChoices = ({ days, treatment }: BookingFixture): Choices => ({
  date: days[0],
  treatment: treatment._id,
  doctor: firstDoctor(treatment),
  slot: MORNING,
})

export const firstDoctor = ({ doctors }: Treatment) => doctors?.[0]?._id ?? null

/** Everything that can happen in the flow, with one payload for each way it can go. */
export function bookingCases({ patient, days, treatment }: BookingFixture) {
  return ({ date, treatment: chosen, doctor, wish }: BookingContext) => {
    const asked = { date: formatWireDate(date), slot: MORNING }
    const booked: BookingSuccess = {
      success: true,
      booking: {
        _id: '01890a5d-ac96-774b-bcce-b302099a8057',
        treatment: treatment.name,
        ...asked,
        price: chosen?.price ?? treatment.price,
        paid: false,
        status: 'booked',
        patient: patient.email,
        patientName: patient.name,
        email: patient.email,
        ...FORM,
      },
    }
    const refused = (code: BookingRefusal['code'], more = {}) => ({
      type: 'xstate.done.actor.createAppointment',
      output: { success: false, code, message: 'No.', booking: asked, ...more },
    })
    const lists = (...slots: string[]) => [
      { ...treatment, slots, doctors: treatment.doctors?.map((one) => ({ ...one, slots })) },
      weightLoss,
    ]
    const other = days[0] === date ? days[1] : days[0]
    const offline = { message: 'The clinic is offline' }
    return [
      { type: 'date.choose', date: other },
      { type: 'treatments.reload' },
      { type: 'treatment.choose', treatment },
      { type: 'treatment.undo' },
      { type: 'doctor.choose', doctor: doctor === null ? firstDoctor(treatment) : null },
      { type: 'slot.choose', slot: MORNING },
      { type: 'dialog.close' },
      { type: 'booking.submit', form: FORM },
      { type: 'booking.another' },
      {
        type: 'choices.restore',
        choices: { date: other, treatment: treatment._id, doctor: null, slot: MORNING },
      },
      // Links to treatments that no longer exist.
      {
        type: 'choices.restore',
        choices: {
          date,
          treatment: wish.treatment === 'gone' ? 'old' : 'gone',
          doctor: null,
          slot: null,
        },
      },
      { type: 'xstate.done.actor.loadTreatments', output: lists(MORNING, NOON) },
      // Others have booked since the choices were made.
      { type: 'xstate.done.actor.loadTreatments', output: lists(NOON) },
      { type: 'xstate.done.actor.loadTreatments', output: lists() },
      { type: 'xstate.error.actor.loadTreatments', error: offline },
      { type: 'xstate.done.actor.createAppointment', output: booked },
      refused('already_booked', { booking: { ...asked, slot: NOON } }),
      refused('slot_taken', { alternatives: [NOON] }),
      refused('price_changed', { price: NEW_PRICE }),
      { type: 'xstate.error.actor.createAppointment', error: offline },
      {
        type: 'xstate.done.actor.refreshTreatments',
        output: lists(NOON).map((each) =>
          each === weightLoss ? each : { ...each, price: NEW_PRICE },
        ),
      },
      // The last one of the day.
      { type: 'xstate.done.actor.refreshTreatments', output: lists() },
      { type: 'xstate.error.actor.refreshTreatments', error: offline },
    ]
  }
}

/** Walks that take every transition of the booking machine. */
export const bookingWalks = (
  fixture: BookingFixture = bookingFixture,
  options?: TourOptions<BookingContext>,
) => {
  const input = { patient: fixture.patient, choices: firstChoices(fixture) }
  const cases: Cases<typeof bookingMachine> = bookingCases(fixture)
  return tour(bookingMachine, cases, { input, ...options })
}
