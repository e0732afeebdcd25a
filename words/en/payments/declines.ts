// Why a card did not pay, as Stripe says it.

export const declined = 'Your card was declined.'
export const insufficientFunds = 'Your card has insufficient funds.'
export const limitExceeded = 'Your card was declined for exceeding its limit.'
export const expired = 'Your card has expired.'
export const wrongNumber = 'Your card number is incorrect.'
export const wrongExpiry = 'Your card’s expiration date is incorrect.'
export const wrongCode = 'Your card’s security code is incorrect.'
export const wrongPostalCode = 'Your card’s ZIP code is incorrect.'
export const notSupported = 'Your card does not support this type of purchase.'
export const processingError =
  'An error occurred while processing your card. Try again in a little bit.'
export const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
