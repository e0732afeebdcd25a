// Why the identity provider refused something, with the next step.

export const otherWayToLogIn =
  'This email already has an account with another way to log in. Log in with your password.'
export const codeExpired = 'This code has expired. Request a new one.'
export const emailInUse = 'This email already has an account.'
export const wrongEmailOrPassword =
  'That email and password don’t match. Check both, or reset your password with “Forget Password?”.'
export const emailIncomplete = 'That email address isn’t complete. Please check it.'
export const phoneInvalid = 'We can’t send a code to this number. Please check it.'
export const wrongCode = 'That code isn’t right. Check it, or request a new one.'
export const tooManyPhones = 'You’ve reached the limit for phones on your account.'
export const phoneRemoved = 'This phone has already been removed.'
export const unreachable = 'We can’t reach the login service. Check your connection and try again.'
export const popupBlocked = 'Your browser blocked the Google window. Allow pop-ups and try again.'
export const phoneInUse = 'This phone is already protecting your account.'
export const tooManyAttempts = 'Too many attempts. Please wait a few minutes and try again.'
export const accountOff = 'This account has been turned off. Please call the clinic.'
export const passwordTooShort = 'Choose a longer password.'
/** The email is known, and only the password was requested. */
export const wrongPassword = 'That password isn’t right.'
export const windowClosed = 'The Google window was closed before you finished.'
export const otherAccount = 'That’s not the account you’re logged in to.'
export const noUser = 'No user is logged in'
export const logInToLinkAccount = 'Log in with the account that this link belongs to.'
export const noPhone = 'This account needs a second factor other than a phone.'
export const requestCodeFirst = 'Request a code first.'
export const loginNotFinished = 'Your login didn’t finish. Please try again.'
export const refused = 'The login service refused this. Please try again.'
