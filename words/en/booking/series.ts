export const bookOneInstead = 'Book one appointment instead'
export const dates = 'Dates'
export const howManyAndHowOften = 'How many and how often'
export const appointments = 'Appointments'
export const every = 'Every'
export const daysOrWeeks = 'Days or weeks'
export const choose = 'Choose'
export const weeks = 'weeks'
export const days = 'days'
export const showDates = 'Show dates'
export const wholeNumber = (least: number, most: number) =>
  `Enter a whole number from ${least} to ${most}.`
export const place = (number: number, size: number) => `${number} of ${size}`
export const withDoctor = (doctor: string, price: string) => `${doctor}, ${price}`
export const anotherTimeInsteadOf = (day: string) => `Another time instead of ${day}`
export const onDay = (day: string, start: string) => `${day}, ${start}`
export const noneFreeThen =
  'No time is free then or on the days after it. Choose another time between the appointments, or fewer.'
export const closedOn = (day: string) => `The clinic is closed on ${day}.`
export const notOfferedOn = (start: string, day: string) => `${start} isn’t offered on ${day}.`
export const patientBusyOn = (day: string) => `The patient already has an appointment on ${day}.`
export const takenOn = (start: string, day: string) => `${start} on ${day} is taken.`
