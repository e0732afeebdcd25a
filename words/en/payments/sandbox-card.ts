// The card form that stands in for Stripe's.

export const cardDetails = 'Card details'
export const testCardHint = <Part>(card: Part) => [
  'Sandbox: no real payment. Use test card ',
  card,
  ', any future date and any CVC.',
]
export const cardNumber = 'Card number'
export const expirationDate = 'Expiration date'
export const monthAndYear = 'MM / YY'
export const cvc = 'CVC'
export const zip = 'ZIP (optional)'
export const numberIncomplete = 'Your card number is incomplete.'
export const numberInvalid = 'Your card number is invalid.'
export const expirationIncomplete = "Your card's expiration date is incomplete."
export const monthInvalid = "Your card's expiration month is invalid."
export const yearInvalid = "Your card's expiration year is invalid."
export const yearInPast = "Your card's expiration year is in the past."
export const dateInPast = "Your card's expiration date is in the past."
export const cvcIncomplete = "Your card's security code is incomplete."
export const liveCard =
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.'
export const unreachable =
  'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.'
export const noRealPayment = 'Sandbox: no real payment is made.'
export const confirmPayment = 'Confirm your payment'
export const bankAsks = (amount: string) =>
  `Your bank wants you to confirm this ${amount} payment. Choose Complete to approve it or Fail to decline it.`
export const complete = 'Complete'
export const fail = 'Fail'
