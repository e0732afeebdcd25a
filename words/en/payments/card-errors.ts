export const stillLoading = 'The card form hasn’t loaded yet.'
export const notOnScreen = 'The card form is not on the screen.'
export const bankDidNotConfirm = 'Your bank didn’t confirm the payment.'
export const didNotGoThrough = 'The payment didn’t go through. Please try again.'
export const notResponding =
  'The payment service isn’t responding. Please try again. You won’t be charged twice.'
export const formNotLoaded =
  'We couldn’t load the card form. A browser extension may be blocking it, or the connection is weak.'
