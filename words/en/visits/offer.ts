export const offer = 'Offer'
export const loadingOffer = 'Loading your offer'
export const offerDidNotLoad = 'We couldn’t load your offer'
export const offerNotFound = 'We couldn’t find that offer'
export const whyNotFound = 'The link may be incomplete, or the offer is for another account.'
export const timesFor = (patients: string) => `Times for ${patients}`
export const timeFor = (patient: string | null) =>
  patient === null ? 'A time for you' : `A time for ${patient}`
export const soonerTimeFor = (patient: string | null) =>
  patient === null ? 'A sooner time for you' : `A sooner time for ${patient}`
export const newTimeFor = (patient: string | null) =>
  patient === null ? 'A new time for you' : `A new time for ${patient}`
export const treatmentWith = (treatment: string, doctor: string) => `${treatment} with ${doctor}`
export const when = 'When'
export const price = 'Price'
export const priceForAll = 'Price for all'
export const insteadOf = 'Instead of'
export const accept = 'Accept'
export const otherTimes = 'Other times'
export const cancelAppointment = 'Cancel the appointment'
export const decline = 'Decline'
export const movesIfAccepted =
  'If you accept, your appointment moves to this time. Price and payment stay the same, and it doesn’t count as one of your moves.'
export const orChooseOrCancel =
  'You can also choose another time, or cancel and get everything back.'
export const booksAllIfAccepted =
  'If you accept, we book all of them or none. You can pay for, move or cancel each one like any other appointment.'
export const booksIfAccepted =
  'If you accept, we book it for you. You can pay for, move or cancel it like any other appointment.'
export const cancelThis = 'Cancel this appointment?'
export const refundsAll = 'We’ll refund everything that was paid for it.'
export const confirmCancel = 'Cancel appointment'
export const goBack = 'Go back'
export const cannotKeepTime = 'We’re sorry: we can’t keep the time of your appointment.'
export const why = (reason: string) => `Why: ${reason}`
export const timesAreYours = 'The times are yours'
export const timeIsYours = 'The time is yours'
export const acceptedByOther = 'Another guardian, or our front desk for you, has accepted it.'
export const seeAppointments = 'See my appointments'
export const seeAppointment = 'See the appointment'
export const alsoNeedsAnswer = 'Also needs your answer'
export const isCanceled = 'Your appointment has been canceled'
export const refundingAll = 'We’re refunding everything that was paid for it.'
export const bookAnother = 'Book another time'
export const isDeclined = 'Offer declined'
export const stillOnList = 'Another family can have this time. You are still on the waiting list.'
export const noLongerHeld = 'This time is no longer held for you'
export const timeToAnswerPassed = 'The time to answer has passed, so another family can have it.'
export const notAvailable = 'This time is no longer available.'
export const willCancel =
  'We’ll cancel your appointment and refund everything that was paid for it.'
export const seeWhatChanged =
  'See your appointment: either it has changed, or we’ll call you about it.'
export const hasNotChanged = 'Your appointment hasn’t changed.'
export const nothingBooked = 'Nothing was booked.'
export const seeWaitingList = 'See my waiting list'
export const yourContact = 'Your contact'
export const bookedInYourName =
  'The appointment is booked in your name. Other guardians don’t see your phone number and address.'
export const phone = 'Phone'
export const address = 'Address'
