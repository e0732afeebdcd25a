import { hours, minutes } from '../units.ts'

const duration = (n: number) => (n % 60 === 0 ? hours(n / 60) : minutes(n))

export const formDidNotLoad = 'We couldn’t load the form'
export const onTheList = 'You are on the waiting list'
export const tellMeIfSooner = 'Tell me if something sooner opens'
export const joinWaitingList = 'Join the waiting list'
export const whatHappens =
  'When a time that you want becomes free, we hold it for you and send you an email.'
export const appointmentStays = 'Your appointment stays as it is until you accept.'
export const timeToAccept = (mostMinutes: number, leastMinutes: number) =>
  `You have ${duration(mostMinutes)} to accept, less if it is within 3 days, and at least ${duration(leastMinutes)}.`
export const joinList = 'Join the list'
export const notNow = 'Not now'
export const freeNow = 'Free now'
export const canBeBooked = 'You don’t have to wait: these times can be booked.'
export const canMoveHere =
  'You don’t have to wait: you can move the appointment to one of these times.'
export const from = 'From'
export const to = 'To'
export const partOfDay = 'Part of the day'
export const howMuchNotice = 'How much notice do you need?'
export const chooseNotice = 'Choose a notice'
export const doctor = 'Doctor'
export const chooseDoctor = 'Choose a doctor'
export const anyDoctor = 'Any doctor'
export const weekdays = 'Weekdays'
export const treatment = 'Treatment'
export const chooseTreatment = 'Choose a treatment'
export const phone = 'Phone'
export const forWhichChildren = 'For'
export const severalWait = (most: number) =>
  `With several, up to ${most}, we look for times one after the other or at once: all of them or none.`
