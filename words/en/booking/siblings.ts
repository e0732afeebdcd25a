import { plural } from '../units.ts'

export const forSeveralChildren = 'Book for several children'
export const timesFitAll =
  'You see times that fit all of them, one right after the other or at the same time.'
export const chooseAnotherDay = 'Choose another day'
export const bookOneInstead = 'Book one appointment instead'
export const loadingChildren = 'Loading your children'
export const whoIsComing = 'Who is coming?'
export const chooseTwoToFour = 'Choose two to four children.'
export const fourTogether = 'Four children can come together.'
export const showTimes = 'Show times'
export const ageThatDay = (age: string) => `${age} old that day`
export const noTreatmentForAge = (name: string, day: string) =>
  `No treatment for ${name}’s age is available on ${day}.`
export const treatmentFor = (name: string) => `Treatment for ${name}`
export const chooseTreatment = 'Choose a treatment'
export const isFullOn = (treatment: string, day: string) =>
  `${treatment} is fully booked on ${day}.`
export const bookFor = (names: string) => `Book for ${names}`
export const withDoctor = (treatment: string, doctor: string, price: string) =>
  `${treatment} with ${doctor}, ${price}`
export const withoutDoctor = (treatment: string, price: string) => `${treatment}, ${price}`

export const timesDidNotLoad = 'We couldn’t load the times'
export const noneFitsBoth = (day: string) => `No times fit both children on ${day}`
export const noneFitsAll = (day: string) => `No times fit all children on ${day}`
export const lookingForNextDay = 'Looking for the next day'
export const showDay = (day: string) => `Show ${day}`
export const tooFarApart = 'Their free times are too far apart.'
export const nothingUntil = (day: string) => `Nothing fits until ${day}, either.`
export const chooseOtherDayOrTreatments = 'Please choose another day or other treatments.'
export const noTimeLeft = (treatment: string, name: string) =>
  `No time for ${treatment} is left for ${name}.`
export const alreadyHas = (name: string, treatment: string, start: string) =>
  `${name} already has ${treatment} that day, at ${start}.`
export const timesFor = (names: string) => `Times for ${names}`
export const dayAndTotal = (day: string, total: string) => `${day}, ${total} for all`
export const showMore = (n: number) =>
  plural(n, { one: 'Show # more time', other: 'Show # more times' })
export const oneAfterTheOther = 'One after the other'
export const inTwoRooms = 'At the same time, two rooms'
export const inThreeRooms = 'At the same time, three rooms'
export const inFourRooms = 'At the same time, four rooms'
export const total = (price: string) => `Total ${price}`
export const keptDetails = 'We’ve kept your details.'
export const seeMyAppointments = 'See my appointments'
