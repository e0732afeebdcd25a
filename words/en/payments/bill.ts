import { plural } from '../units.ts'

export const payment = 'Payment'
export const total = 'Total'
export const chooseAppointments = 'Choose at least one appointment to pay for.'
export const loadingAnswers = 'Loading what needs your answer'
export const bookedByAnotherGuardian = 'Booked by another guardian'
/** Appointments that are chosen on the bill, and all of it. */
export const chosenOf = (chosen: number, all: number) =>
  plural(all, { one: `${chosen} of # appointment`, other: `${chosen} of # appointments` })
export const cannotTakePlace = (appointments: number) =>
  plural(appointments, {
    one: '# appointment can’t take place at its time. There’s nothing to pay for it yet.',
    other: '# appointments can’t take place at their time. There’s nothing to pay for them yet.',
  })
