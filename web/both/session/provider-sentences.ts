const WRONG_PASSWORD =
  'That email and password don’t match. Check both, or reset your password with “Forget Password?”.'

/**
 * Sentences for the provider's codes, with the next step. The provider's own messages are for programmers.
 */
const SENTENCES: Record<string, string> = {
  'auth/account-exists-with-different-credential':
    'This email already has an account with another way to log in. Log in with your password.',
  'auth/code-expired': 'This code has expired. Request a new one.',
  'auth/email-already-in-use': 'This email already has an account.',
  'auth/invalid-credential': WRONG_PASSWORD,
  'auth/invalid-email': 'That email address isn’t complete. Please check it.',
  'auth/invalid-phone-number': 'We can’t send a code to this number. Please check it.',
  'auth/invalid-verification-code': 'That code isn’t right. Check it, or request a new one.',
  'auth/maximum-second-factor-count-exceeded':
    'You’ve reached the limit for phones on your account.',
  'auth/multi-factor-info-not-found': 'This phone has already been removed.',
  'auth/network-request-failed':
    'We can’t reach the login service. Check your connection and try again.',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow pop-ups and try again.',
  'auth/second-factor-already-in-use': 'This phone is already protecting your account.',
  'auth/too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'auth/user-disabled': 'This account has been turned off. Please call the clinic.',
  'auth/user-not-found': WRONG_PASSWORD,
  'auth/weak-password': 'Choose a longer password.',
  'auth/wrong-password': WRONG_PASSWORD,
}

/** A sentence for the provider's code; undefined when its own message has to be shown. */
export function providerSentence(code: string | null): string | undefined {
  return code === null ? undefined : SENTENCES[code]
}
