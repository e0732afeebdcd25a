export const loggedOutEverywhere = 'You logged out on all devices. Please log in again.'
export const endedByUser = 'You logged out of this device on another one. Please log in again.'
export const passwordReset =
  'Your password was changed, so you were logged out here. Please log in with the new one.'
export const emailChanged =
  'Your email was changed, so you were logged out. Please log in with the new one.'
export const accountDisabled = 'This account has been turned off. Please call us.'
export const accountDeleted = 'This account no longer exists.'
export const credentialRemoved =
  'A way to log in was removed from your account, so you were logged out. Please log in again.'
export const secondFactorAdded =
  'Two-step verification was turned on, so you were logged out here. Please log in again.'
export const secondFactorReset =
  'We turned off two-step verification for you, so you were logged out. Please log in again.'
export const emailVerified =
  'Your email was confirmed with another login, so you were logged out. Please log in again.'
export const roleChanged = 'Your role has changed. Please log in again.'
export const unreadable = 'We couldn’t understand this request.'
export const emptyBody = 'The body is empty.'
export const notJson = 'The body is not valid JSON.'
export const notLoggedIn = 'Please log in.'
export const sessionEnded = 'Your session has ended. Please log in again.'
export const notConfirmed = 'We couldn’t confirm your login. Please log in again.'
export const onlyAdmins = 'Only administrators can do this.'
export const onlyStaff = 'Only the clinic’s staff can do this.'
export const onlyDoctors = 'Only the clinic’s doctors can do this.'
export const onlyCare = 'Only the clinic’s staff and doctors can do this.'
export const secondStepMissing =
  'Administrators, staff and doctors have to log in with a second step. Add a phone on your profile page.'
export const notFound = 'Not found.'
export const tooSlow = 'The request timed out.'
export const tooLarge = 'The request is too large.'
export const tooLong = 'This URL is too long.'
export const unsupportedMediaType =
  'This endpoint accepts JSON only (content-type: application/json).'
export const tooManyRequests = 'Too many requests. Please try again in {time}.'
export const headersTooLarge = 'The request headers are too large.'
export const internal = 'Something went wrong on our end.'
export const unavailable = 'Our server is busy. Please try again in a moment.'
export const refused = 'This request was refused.'
export const recentLoginRequired =
  'You logged in a while ago. Please log in again before you do this.'
/** What zod says where the contract has no message of its own. */
export const invalidInput = 'Invalid input'
