import { appointments } from '../units.ts'

export const confirmed = (when: string) => `Appointment confirmed: ${when}`
export const confirmedOn = (n: number, day: string) => `${appointments(n)} confirmed: ${day}`
export const confirmedBetween = (n: number, first: string, last: string) =>
  `${appointments(n)} confirmed: ${first} to ${last}`
export const lookForward = 'We look forward to seeing you.'
export const isConfirmed = 'Your appointment is confirmed'
export const areConfirmed = 'Your appointments are confirmed'
export const thanks = 'Thank you for booking with us. We look forward to seeing you.'
export const guardianBooked = 'Another guardian has booked with us. We look forward to seeing you.'
export const seeOnline = 'You can see what was booked after logging in.'
export const seeAndPayOnline = 'You can see what was booked, and pay for it, after logging in.'
export const oneEmailEach = 'An email for each appointment follows, which adds it to your calendar.'

export const forCalendar = (when: string) => `For your calendar: appointment on ${when}`
export const forCalendarHeading = 'For your calendar'
export const addsToCalendar = 'It adds the appointment to your calendar.'
export const addsOneToCalendar =
  'This email adds one of the appointments that were booked together to your calendar.'
export const correctedForCalendar = (when: string) =>
  `Corrected for your calendar: appointment on ${when}`
export const correctedHeading = 'Corrected for your calendar'
export const replacesInCalendar = 'It replaces the event in your calendar.'
export const zoneWasWrong =
  'Your calendar may show another time: our clinic’s time zone was set wrong when we sent the appointment. This email replaces it there. The appointment itself has not changed.'

export const canceled = (when: string) => `Appointment canceled: ${when}`
export const willNotTakePlace = 'This appointment will not take place.'
export const hasBeenCanceled = 'Your appointment has been canceled'
export const clinicCanceled = 'We’re sorry: we had to cancel this appointment.'
export const youCanceled = 'You canceled this appointment.'
export const guardianCanceled = 'Another guardian canceled this appointment.'
export const deskCanceled = 'Our front desk canceled this appointment for your family.'
export const familyCanceled = 'This appointment was canceled for your family.'
export const atNeitherTime = 'It had just been moved. It takes place at neither time.'
export const movedTo = 'Moved to'
export const noRefund = 'No payment is being refunded.'
export const isBeingRefunded =
  'Your payment is being refunded. We’ll email you when the money is on its way.'
export const bookAnotherTime = 'Book another time'

export const moved = (when: string) => `Appointment moved: ${when}`
export const changed = (when: string) => `Appointment changed: ${when}`
export const hasNewTime = 'Your appointment has a new time.'
export const newTimeHeading = 'Your appointment has a new time'
export const noteNewTime = 'Your appointment was moved. Please note the new time.'
export const newTimeAndDoctorHeading = 'Your appointment has a new time and another doctor'
export const noteNewTimeAndDoctor =
  'Your appointment was moved. Please note the new time. Another doctor will see you. You see who it is after logging in.'
export const otherDoctor = 'Another doctor, at the same time.'
export const otherDoctorHeading = 'Your appointment is with another doctor'
export const otherDoctorSameTime =
  'Another doctor will see you. The time stays the same. You see who it is after logging in.'

export const patientCorrected = 'Our front desk has corrected who it is for.'
export const patientCorrectedHeading = 'We corrected who an appointment is for'
export const isForYourChild =
  'Our front desk has corrected who an appointment is for: it is for a child you are a guardian of.'
export const patientCorrectedSameTime =
  'Our front desk has corrected who the appointment is for. The time stays the same.'
export const patientCorrectedNewTime =
  'Our front desk has corrected who the appointment is for. It has a new time, too.'

export const notYours = (when: string) => `No longer your appointment: ${when}`
export const otherPatientHeading = 'This appointment is for another patient'
export const isNotFor = (name: string) =>
  `Our front desk has corrected who this appointment is for: it is not for ${name}. You don’t have to do anything. This email removes it from your calendar.`
export const yourAppointments = 'Your appointments'

export const reminderOfOne = (when: string) => `Reminder: your appointment on ${when}`
export const reminderOfSeveral = (n: number, day: string) =>
  `Reminder: your ${appointments(n)} on ${day}`
export const seeYouOn = (day: string) => `We’ll see you on ${day}.`
export const severalOn = (n: number, day: string) => `Your ${appointments(n)} on ${day}.`
export const severalOnHeading = (n: number, day: string) => `Your ${appointments(n)} on ${day}`
export const seeYouSoon = 'See you soon'
export const thisIsReminderOfOne = 'This is a reminder of your appointment.'
export const thisIsReminderOfSeveral = 'This is a reminder of your appointments.'
export const whyRemindedGuardian = 'You get this reminder because you are a guardian of this child.'
export const whyReminded =
  'You get this reminder because an appointment was booked with your account.'
export const whyRemindedByDesk =
  'You get this reminder because our front desk booked an appointment for you.'
