export const makeAppointment = 'Make Appointment'
export const loggedOut = 'You were logged out. Please log in again.'
export const loadingAppointments = 'Loading your appointments'
export const appointmentsDidNotLoad = 'We couldn’t load your appointments'
export const loadingToAnswer = 'Loading what needs your answer'
export const loadingVisits = 'Loading visits to book'
export const loadingOfOthers = 'Loading appointments that others have booked'
export const ofOthersDidNotLoad = 'We couldn’t load what other guardians have booked'
export const laterAppointments = 'Later appointments'
export const pastAndCanceled = (n: number) => `Past and canceled (${n})`
export const noneYet = 'No appointments yet'
export const noneUpcoming = 'No upcoming appointments'
export const appointmentsShowUpHere =
  'Appointments you book will show up here, along with their payment status.'
export const treatment = 'Treatment'
export const date = 'Date'
export const slot = 'Slot'
export const price = 'Price'
export const payment = 'Payment'
export const anotherGuardian = 'Another guardian'
export const bookedByAnother = 'Booked by another guardian'
export const pay = 'Pay'
export const paid = 'Paid'
export const transactionId = 'Transaction Id:'
export const payAmount = (amount: string) => `Pay ${amount}`
export const payFor = (what: string, day: string) => `Pay for ${what} on ${day}`
export const payAmountFor = (amount: string, what: string, day: string) =>
  `Pay ${amount} for ${what} on ${day}`
export const treatmentFor = (treatment: string, patient: string) => `${treatment} for ${patient}`
export const toPay = (n: number) => `${n} to pay`
export const chooseWhatToPay = 'Choose what to pay'
export const payBoth = (amount: string) => `Pay both · ${amount}`
export const payAll = (n: number, amount: string) => `Pay all ${n} · ${amount}`
export const nextAppointment = (when: string) => `Next appointment, ${when}`
export const nextAppointments = (when: string) => `Next appointments, ${when}`
export const whatToBring = 'What to bring'
export const details = 'Details'
export const detailsOf = (what: string, day: string) => `Details of ${what} on ${day}`
export const moveOrCancel = 'Move or cancel'
export const moveOrCancelOf = (what: string, day: string) => `Move or cancel ${what} on ${day}`
export const addToCalendarFor = (patient: string) => `Add to calendar for ${patient}`
export const nextOfChildren = 'Next appointment of your children'
export const sharedByAnother = 'booked by another guardian'
export const withDoctorByAnother = (doctor: string) => `with ${doctor}, booked by another guardian`
export const seeAppointment = 'See the appointment'
