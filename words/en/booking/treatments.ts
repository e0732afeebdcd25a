import { plural } from '../units.ts'

export const availableOn = (day: string) => `Available appointments on ${day}`
export const nowFull = (treatment: string, day: string) =>
  `${treatment} is now fully booked on ${day}. Please choose another treatment or day.`
export const dayIsFull = 'This day is fully booked.'
export const showDay = (day: string) => `Show ${day}`
export const appointmentsDidNotLoad = 'We couldn’t load appointments'
export const firstAt = (time: string) => `first at ${time}`
export const tryAnotherDate = 'Try another date'
export const spacesAvailable = (n: number) =>
  plural(n, { one: '# space Available', other: '# spaces Available' })
export const joinWaitingList = 'Join the waiting list'
export const selectTreatment = 'Select Treatment'
export const nextDay = (day: string) => `Next: ${day}`
export const nextDayFor = (day: string, treatment: string) => `Next: ${day} for ${treatment}`
