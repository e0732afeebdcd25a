export const loadingList = 'Loading your waiting list'
export const listDidNotLoad = 'We couldn’t load your waiting list'
export const notWaiting = 'You’re not waiting for a time'
export const whatItIsFor =
  'When a day is fully booked, join the waiting list there. We hold a time for you when one becomes free.'
export const makeAppointment = 'Make Appointment'
export const noLongerOnList = 'You are no longer on the waiting list'
export const insteadOf = (time: string) => `Instead of ${time}`
export const soonerThan = (time: string) => `Sooner than ${time}`
export const held = (time: string, until: string) => `We hold ${time} for you until ${until}.`
export const answer = 'Answer'
export const seeOffer = 'See this offer'
export const stillLooking = 'Still looking'
export const waitForOtherDays = 'Wait for other days'
export const leaveList = 'Leave the list'
export const leaveListFor = (treatment: string, patient: string | null) =>
  patient === null
    ? `Leave the list for ${treatment}`
    : `Leave the list for ${treatment} for ${patient}`
export const anyTime = 'Any time'
export const mornings = 'Mornings'
export const afternoons = 'Afternoons'
export const ofNotice = (duration: string) => `${duration} of notice`
export const paused = 'Paused: two offers had no answer'
export const youAreFirst = 'You are first'
export const youAreNext = 'You are among the next'
export const hasEnded = 'We have no times on these days any more, so this wait has ended.'
export const hasEndedNextDay = (day: string) =>
  `We have no times on these days any more, so this wait has ended. The next day with times is ${day}.`
