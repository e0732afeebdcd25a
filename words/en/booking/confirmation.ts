export const appointmentIsBooked = 'Your appointment is booked'
export const appointmentsAreBooked = 'Your appointments are booked'
export const payNowOrLater = 'Pay by card now, or later from your dashboard.'
export const bookAnother = 'Book another appointment'
export const seeMyAppointments = 'See my appointments'
export const pay = (sum: string) => `Pay ${sum}`
export const payForAll = (sum: string) => `Pay ${sum} for all`
export const treatment = 'Treatment'
export const date = 'Date'
export const time = 'Time'
export const doctor = 'Doctor'
export const price = 'Price'
/** The patient. */
export const isFor = 'For'
export const bookedBy = 'Booked by'
/** `of`: a day or a child's name. */
export const addToCalendar = (of: string) => `Add to calendar: ${of}`
