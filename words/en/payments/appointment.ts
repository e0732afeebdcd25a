export const date = 'Date'
export const slot = 'Slot'
export const price = 'Price'
export const treatment = 'Treatment'
export const patient = 'Patient'
export const status = 'Status'
export const bookedBy = 'Booked by'
export const anotherGuardian = 'another guardian'
export const whatHappensNext = 'What happens next'
export const where = 'Where'
export const whatToBring = 'What to bring'
export const addToCalendar = 'Add to calendar'
export const calendarFile = 'appointment.ics'
export const addThatToCalendar = (appointment: string) => `Add to calendar: ${appointment}`
export const born = (day: string) => `born ${day}`
export const placeInSeries = (number: number, size: number) => `${number} of ${size} in a series`
