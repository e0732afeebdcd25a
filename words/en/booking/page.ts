import { plural } from '../units.ts'

export const makeAppointment = 'Make an appointment'
export const chooseWhatWorks = (hours: string) =>
  `Choose a day, then a treatment and time that work for you and your child. We’re open ${hours}.`
export const loadingCalendar = 'Loading the calendar'
export const calendarDidNotLoad = 'We couldn’t load the calendar'
export const noAppointments = 'No appointments are available right now'
export const callUsAt = (phone: string) => `Please call us at ${phone}.`
export const openingAppointment = 'Opening your appointment'
export const chooseDay = 'Choose a day'
export const otherDayChosen = (day: string) =>
  `That day isn’t available. Here’s one that is: ${day}.`

// Read out by screen readers.

export const loadingAppointmentsFor = (day: string) => `Loading appointments for ${day}`
export const refreshingTimes = 'Refreshing available times'
export const treatmentsWithTimes = (open: number, all: number, day: string) =>
  `${open} of ${all} treatments have times available on ${day}`
export const lookingForTimesOn = (day: string) => `Looking for times on ${day}`
export const timesFoundOn = (n: number, day: string) =>
  plural(n, { one: `# time on ${day}`, other: `# times on ${day}` })
export const noTimesFitOn = (day: string) => `No times fit on ${day}`
