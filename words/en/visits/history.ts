export const loadingHistory = 'Loading your history'
export const historyDidNotLoad = 'We couldn’t load your history'
export const pastAppointments = 'Past appointments'
export const showOlder = 'Show older appointments'
export const allInOnePlace = 'All your visits in one place'
export const whatShowsUpHere =
  'Past and canceled appointments will show up here, along with their receipts.'
export const past = 'Past'
export const pay = 'Pay'
export const payFor = (what: string, day: string) => `Pay for ${what} on ${day}`
export const treatmentFor = (treatment: string, child: string) => `${treatment} for ${child}`
export const billedElsewhere = 'Paid or billed before the move'
export const paidByAnother = 'Paid by another guardian'
export const notPaid = 'Not paid'
export const paid = 'Paid'
export const onItsWayBack = 'On its way back'
export const refunded = 'Refunded'
export const kept = 'Kept'
