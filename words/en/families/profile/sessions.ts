export const title = 'Where you’re logged in'
export const explanation =
  'If you don’t recognize a device, log out of it, or everywhere, and choose a new password.'
export const didNotLoad = 'We couldn’t load your sessions'
export const loading = 'Loading your sessions'
export const yourSessions = 'Your sessions'
export const logOutEverywhere = 'Log out everywhere'
export const loggedOutEverywhere = 'You are logged out everywhere'
export const askEverywhere = 'Log out everywhere?'
export const ifEverywhere = 'You’ll have to log in again on every device, this one included.'
export const logOut = 'Log out'
export const logOutOf = (device: string) => `Log out of ${device}`
export const loggedOutOf = (device: string) => `Logged out of ${device}`
export const askToLogOutOf = (device: string) => `Log out of ${device}?`
export const ifThisDevice = 'This is the device that you’re using. You’ll have to log in again.'
export const ifOtherDevice = 'It will have to log in again.'
export const unknownBrowser = 'Unknown browser'
export const unknownDevice = 'unknown device'
export const browserOn = (browser: string, system: string) => `${browser} on ${system}`
/** Why a session ended. */
export const reasons = {
  logged_out: 'You logged out',
  ended_by_user: 'You logged out of it from your list of sessions',
  logged_out_everywhere: 'You logged out everywhere',
  password_reset: 'The password was changed',
  email_changed: 'The email was changed',
  account_disabled: 'The account was disabled',
  account_deleted: 'The account was deleted and created again',
  credential_removed: 'A way to log in was removed',
  second_factor_added: 'A phone was added for two-step verification',
  second_factor_reset: 'The clinic turned off two-step verification',
  email_verified: 'The email was confirmed with another login',
  role_changed: 'Your role changed',
}
