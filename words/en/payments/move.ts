export const chooseNewTime = 'Choose a new time'
export const back = 'Back'
export const keepOldTime = 'Keep the old time'
export const timesNotLoaded = 'We couldn’t load the free times'
export const loadingTimes = 'Loading free times'
export const refreshingTimes = 'Refreshing free times'
export const chooseAnother = 'Please choose another time.'
export const showAnyDoctor = 'Show times with any doctor'
export const moveToThis = 'Move to this time?'
export const newTime = 'New time'
export const insteadOf = 'Instead of'
export const paymentMoves = 'The payment moves with it.'
export const priceStays = 'The price stays.'
export const lateNothing = 'You move it late: if you cancel it afterwards, nothing is refunded.'
export const goBack = 'Go back'
export const moveAppointment = 'Move appointment'
export const theCalendar = {
  loading: 'Loading the calendar',
  failed: 'We couldn’t load the calendar',
}
export const cannotTakePlace = (day: string, slot: string) =>
  `Your appointment can’t take place on ${day}, ${slot}. Price and payment stay the same.`
export const staysUntil = (day: string, slot: string) =>
  `Your appointment stays on ${day}, ${slot} until you confirm another time. The price stays the same.`
export const freeTimesOn = (day: string) => `Free times on ${day}`
export const justBooked = (day: string, slot: string) =>
  `Someone just booked ${slot} on ${day}. The appointment is still where it was. These times are free.`
export const doctorHasNone = (doctor: string, day: string) =>
  `${doctor} has no free times on ${day}.`
export const noneOn = (day: string) => `No free times on ${day}. Please choose another day.`
export const otherDoctor = {
  /** By choice: the first doctor is free as well. */
  chosen: (next: string, before: string) => `${next} will see you instead of ${before}.`,
  needed: (next: string, before: string) => `${before} isn’t free then; ${next} will see you.`,
}
export const otherDoctorFor = {
  chosen: (patient: string, next: string, before: string) =>
    `${next} will see ${patient} instead of ${before}.`,
  needed: (patient: string, next: string, before: string) =>
    `${before} isn’t free then; ${next} will see ${patient}.`,
}
export const paymentOfMoves = (amount: string) => `The ${amount} payment moves with it.`
export const priceStaysAt = (amount: string) => `The price stays ${amount}.`
export const lateAtMost = (percent: number) =>
  `You move it late: if you cancel it afterwards, at most ${percent}% is refunded.`
