import { refundDays } from './refunds.ts'

export const appointment = 'Appointment'
export const appointmentNotLoaded = 'We couldn’t load your appointment'
export const appointmentNotFound = 'We couldn’t find that appointment'
export const whyNotFound = 'It may belong to another account, or the link may be incomplete.'
export const seeMyAppointments = 'See my appointments'
export const loadingChanges = 'Loading what you can change'
export const loadingOtherTime = 'Loading the other time'
export const loadingAppointment = 'Loading your appointment'
export const loadingCardForm = 'Loading the card form'
export const cardFormNotLoaded = 'We couldn’t load the card form'
export const paymentFailed = 'Oops! Payment Failed'
export const paymentCompleted = 'Congrats! Your payment is completed.'
export const transactionId = 'Transaction ID'
export const pay = 'Pay'
export const paid = 'Paid'
export const nothingLeftToPay = 'There’s nothing left to pay.'
export const nothingToPayYet = 'There’s nothing to pay yet'
export const payOnceClear = 'You can pay once it is clear when this appointment takes place.'
export const notPaid = 'This appointment isn’t paid yet'
export const mayNotPay =
  'Another guardian booked it, and you don’t have the right to pay for it. An owner can give you that right under My Children.'
export const confirmingPayment = 'We’re confirming your payment'
export const paymentOnItsWay =
  'Your payment is on its way. You won’t be charged twice, even if you leave this page.'
export const waitingForConfirmation = 'Waiting for confirmation'
export const checkAgain = 'Check again'
export const openedElsewhere = 'This payment was opened elsewhere.'
export const payHereOrThere = 'Enter your card again here, or pay there.'
export const enterCardAgain = 'Enter the card again'
export const canceled = 'Canceled'
export const nothingToPay = 'There’s nothing to pay.'
export const itIsPaid = 'It’s paid.'
export const noPaymentRefunded = 'No payment was refunded.'
export const gettingReady = 'Getting ready…'
export const bankNeedsYou = 'Your bank needs you to confirm this payment.'
export const processing = 'Processing payment…'
export const cardDetails =
  'Your card details go straight to our payment provider. We never see the number.'
export const appointmentIsBooked = 'Your appointment is booked'
export const appointmentsAreBooked = 'Your appointments are booked'
export const refundedAfterPaying = `It was canceled while you were paying. Your card will be refunded automatically. Banks usually take ${refundDays}.`
export const payAmount = (amount: string) => `Pay ${amount}`
export const paidAmount = (amount: string) => `Paid ${amount}.`
export const clinicKept = (amount: string) => `The clinic kept ${amount}.`
/** An appointment that is over: 'Completed Nov 18, 2026, not paid yet'. */
export const notPaidYet = (outcome: string) => `${outcome}, not paid yet`
