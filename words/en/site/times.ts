export const title = 'Free Times'
export const pickATime =
  'Pick a time to book it online. It stays chosen if you need to log in or sign up first.'
export const treatmentNotOffered =
  'The treatment in this link is no longer offered. Here are the ones that are.'
export const noneOnline = 'No online appointments right now'
export const notLoaded = 'We couldn’t load the free times'
export const loading = 'Loading free times'
export const treatments = 'Treatments'
export const nothingFree = 'Nothing free'
export const days = 'Days'
export const otherDays = 'Other days in the calendar'
export const bookThisTime = 'Book this time'
export const timeIsTaken = 'That time is no longer free'
export const youHaveBookedIt = 'You have booked this time'
export const seeAppointment = 'See the appointment'
export const withOneOfDoctors = (doctors: number) => `with one of ${doctors} doctors`
export const withDoctors = (names: readonly string[]) => `with ${names.join(' or ')}`
export const nearestTimes = (taken: string) =>
  `${taken} can’t be booked anymore. The nearest free times that day:`
export const nothingElseFreeOn = (day: string) =>
  `Nothing else is free on ${day}. These are the next days with free times.`
