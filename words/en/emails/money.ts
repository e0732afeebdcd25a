import { appointments } from '../units.ts'

export const paid = (when: string) => `Payment received for your appointment: ${when}`
export const paidTogether = (n: number) => `Payment received for your ${appointments(n)}`
export const weReceivedPayment = 'We received your payment'
export const thanksReceiptOnline = 'Thank you. Your receipt is in your account.'
export const thanksReceiptAtDesk = 'Thank you. We’ll give you a receipt at the front desk.'
export const isPaidReceiptOnline =
  'Thank you. Your appointment is paid. Your receipt is in your account.'
export const isPaidReceiptAtDesk =
  'Thank you. Your appointment is paid. We’ll give you a receipt at the front desk.'
export const arePaid = 'Thank you. Your appointments are paid, and your receipt is in your account.'
export const numberedAppointment = (number: number) => `Appointment ${number}`
/** Stands before a child's name. */
export const forChild = 'For '
export const viewReceipt = 'View receipt'

export const appointment = 'Appointment'
export const pleasePay = (when: string) => `Please pay for your appointment: ${when}`
export const payOnline = 'You can pay online.'
export const payAtDesk = 'You can pay at our front desk.'
export const isNotPaidYet = 'Your appointment is not paid yet'
export const howToPayOnline =
  'Your appointment is not paid yet. You can pay online after logging in, or at our front desk.'
export const howToPayAtDesk = (phone: string) =>
  `Your appointment is not paid yet. You can pay at our front desk, or call us at ${phone}.`
export const payForAppointment = 'Pay for the appointment'
export const paidAlready = (phone: string) => `Have you paid already? Call us at ${phone}.`

export const refundIsWaiting = 'Your refund is waiting for you'
export const recordedByMistake = 'We recorded by mistake that you had received it.'
export const pickUpRefund =
  'We recorded by mistake that we had given you your refund. You can pick it up at our front desk.'
export const refundFailed = 'We couldn’t complete your refund'
export const callForRefund = 'Please call us so that we can return your money another way.'
export const bankRefused = 'Your bank did not accept the refund of your payment.'
export const callForRefundAt = (phone: string) =>
  `Please call us at ${phone}, so that we can return your money another way.`

export const refundedAtClinic = 'You received your refund at the clinic'
export const refundedAtDesk = 'We gave you your refund at the front desk.'
export const weGaveRefund = 'We gave you your refund'
export const weGaveRefundAtDesk = 'We gave you your refund at our front desk.'
export const refundOnItsWay = 'Your refund is on its way'
export const banksTake = 'Banks usually take 5 to 10 business days.'
export const weSentRefund =
  'We sent your refund to the card that you used. Banks usually take 5 to 10 business days to show it.'

export const unpaidAgain = (when: string) => `Your appointment is unpaid again: ${when}`
export const wasReversed = 'Your payment was reversed.'
export const wasReversedHeading = 'Your payment was reversed'
export const stillBooked =
  'Your payment was reversed. The appointment is still booked, but not paid.'
export const payAgainOnline = (phone: string) =>
  `You can pay again after logging in. Questions? Call us at ${phone}.`
export const payAgainAtClinic = (phone: string) =>
  `You can pay again at the clinic. Questions? Call us at ${phone}.`
