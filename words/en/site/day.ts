export const morning = 'Morning'
export const afternoon = 'Afternoon'
export const doctor = 'Doctor'
/** The choice that leaves the doctor to the clinic. */
export const anyDoctor = 'Any doctor'
/** The note on slots near one that was just taken. */
export const closeToYourTime = 'close to your time'
export const bookAgain = 'Book again'
export const months = 'Months'
export const goToNextMonth = 'Go to the Next Month'
export const goToPreviousMonth = 'Go to the Previous Month'
export const crossedOutAreFull = 'Days that are crossed out are fully booked.'
/** These four are joined by commas: 'Today, Friday, June 5, 2026, selected'. */
export const today = 'Today'
export const fullyBooked = 'fully booked'
export const selected = 'selected'
export const dayClosedFor = (reason: string) => `closed: ${reason}`
export const closedFor = (reason: string) => `Closed: ${reason}`
/** @param what 'Allergy Testing for Mia' */
export const bookAgainFor = (what: string) => `Book again: ${what}`
export const nextOn = (day: string) => `Next: ${day}`
