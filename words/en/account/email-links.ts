// The pages that links of emails about the account and its emails open.

export const linkDoesNotWork = 'This link doesn’t work'
// Why the provider refuses a link.
export const emailInUse = 'This email already has an account, so yours has not changed.'
export const linkExpired = 'This link has expired.'
export const linkUsed = 'This link has already been used or is incomplete.'
export const accountDisabled = 'This account has been disabled.'
export const accountGone = 'This link’s account no longer exists.'
export const linkIncomplete = 'This link is incomplete.'
// How to get another one.
export const sendNewFromProfile = 'You can send a new one from your profile.'
export const requestNewBelow = 'Request a new one below.'

export const confirmEmail = 'Confirm your email'
export const confirmingEmail = 'Confirming your email'
export const emailNotConfirmed = 'We couldn’t confirm your email'
export const emailConfirmed = 'Email confirmed'
export const thanks = 'Thanks! Your email address is confirmed.'
export const logInToConfirm = 'Log in to confirm your email'
export const logInWithItsAccount =
  'Log in with the account that this link belongs to. If you didn’t sign up, ignore the email.'
export const logInWithOldEmail =
  'Log in once more with your old email address, to confirm the new one. If you didn’t ask for this change, ignore the email.'
export const emailMayHaveChanged =
  'If you have clicked it before, your email has changed: log in with the new address.'
export const changeUndone = 'Change undone'
export const accountIsBack = 'Your account is back to the way it was.'
export const openClaimAgain = 'To see your family, open the link in our email or letter again.'
export const goOnWhereYouWere = 'Continue where you were'
export const emailChanged = 'Email changed'
export const emailIsNow = (email: string) => `Your email is now ${email}.`
export const loggedOutEverywhere =
  'To keep your account safe, we’ve logged you out on all devices. Log in with your new email. Your password, if you have one, is the same.'

export const resetPassword = 'Reset password'
export const passwordChanged = 'Your password has been changed'
export const requestNewLink = 'Request a new link'
export const checkingLink = 'Checking your link'
export const linkNotChecked = 'We couldn’t check your link'
export const newPasswordFor = (email: string) => `Choose a new password for ${email}.`
export const newPassword = 'New password'
export const savePassword = 'Save password'
export const sendNewLink = 'Send a new link'
export const backToLogin = 'Back to login'
