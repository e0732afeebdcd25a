export const name = 'Name'
export const date = 'Date'
export const slot = 'Slot'
export const doctor = 'Doctor'
export const repeatAppointment = 'Repeat this appointment'
export const phone = 'Phone'
export const address = 'Address'
export const chooseWho = 'Choose who the appointment is for. Nothing you typed was lost.'
export const failed = (failure: string) => `${failure} Nothing you typed was lost.`
export const childrenNotChecked = (failure: string) =>
  `We couldn’t check who you can book for. ${failure} Nothing you typed was lost.`
export const chooseOtherTimes = 'Choose another time for each date that isn’t available.'
export const payableByCard = (price: string) => `${price}, payable by card after you book.`
export const allPayableByCard = (price: string) =>
  `${price} for all, payable by card after you book.`
export const book = 'Book'
export const bookAll = 'Book all'

export const chooseOtherTime = (start: string) =>
  `${start} is no longer free. Nothing you typed was lost. Choose another time of this day:`
export const noOtherTime = (start: string) =>
  `${start} is no longer free. Nothing you typed was lost. No other time is free this day: close this to choose another day.`
export const otherTimes = 'Other times'

// Other appointments of the family at that time.

export const childBusy = (name: string, start: string) =>
  `${name} has an appointment at that time, too: ${start}.`
export const childBusyWith = (name: string, start: string, doctor: string) =>
  `${name} has an appointment at that time, too: ${start} with ${doctor}.`
export const youBusy = (start: string) => `You have an appointment at that time, too: ${start}.`
export const youBusyWith = (start: string, doctor: string) =>
  `You have an appointment at that time, too: ${start} with ${doctor}.`
