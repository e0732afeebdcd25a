import { messageOf } from '../../../machines/actors.ts'

/** The provider's codes that deserve better words than its own, which are for programmers. */
const SENTENCES: Record<string, string> = {
  'auth/code-expired': 'This code has expired. Request a new one.',
  'auth/invalid-credential': 'That password isn’t right.',
  'auth/invalid-phone-number': 'We can’t send a code to this number. Please check it.',
  'auth/invalid-verification-code': 'That code isn’t right. Check it, or request a new one.',
  'auth/maximum-second-factor-count-exceeded':
    'You’ve reached the limit for phones on your account.',
  'auth/multi-factor-info-not-found': 'This phone has already been removed.',
  'auth/network-request-failed':
    'We can’t reach the login service. Check your connection and try again.',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow pop-ups and try again.',
  'auth/popup-closed-by-user': 'The Google window was closed before you finished.',
  'auth/second-factor-already-in-use': 'This phone is already protecting your account.',
  'auth/too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'auth/user-cancelled': 'The Google window was closed before you finished.',
  'auth/user-mismatch': 'That’s not the account you’re logged in to.',
  'auth/wrong-password': 'That password isn’t right.',
}

/** The provider's code of an error; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Object && 'code' in error ? String(error.code) : ''
}

/** What a person should read of a failure. */
export function explain(error: unknown): string {
  return SENTENCES[codeOf(error)] ?? messageOf(error)
}
