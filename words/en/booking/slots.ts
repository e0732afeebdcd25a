export const chooseTimeFor = (treatment: string) => `Choose a time for ${treatment}`
export const otherDay = (day: string) =>
  `The day you asked for isn’t available: these are the times of ${day}.`
export const noFreeTimesOn = (day: string) => `No free times on ${day}.`
export const noFreeTimesOfDoctorOn = (day: string) =>
  `No free times with this doctor on ${day}. Please choose another one.`

export const noLongerAvailable = (time: string, day: string) =>
  `${time} on ${day} is no longer available. These times still are, and we’ve kept your details.`
export const justBooked = (time: string, day: string) =>
  `Someone just booked ${time} on ${day}. These times are still available, and we’ve kept your details.`
export const priceIsNow = (treatment: string, price: string) =>
  `The price of ${treatment} is now ${price}. If that works for you, pick your time again. We’ve kept your details.`
export const seeMyAppointments = 'See my appointments'
export const oncePerDay =
  'Each patient can have a treatment once a day, and one appointment at a time.'
export const keptDetails = 'We’ve kept your details.'
