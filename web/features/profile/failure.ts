import { messageOf } from '../../../machines/actors.ts'

/** The provider's codes that deserve better words than its own, which are for programmers. */
const SENTENCES: Record<string, string> = {
  'auth/code-expired': 'This code has expired. Please ask for a new one.',
  'auth/invalid-credential': 'This is not the password of your account.',
  'auth/invalid-phone-number': 'No code can be sent to this phone. Please check the number.',
  'auth/invalid-verification-code':
    'This is not the code that we sent. Please check it, or ask for a new one.',
  'auth/maximum-second-factor-count-exceeded': 'Your account has as many phones as it can have.',
  'auth/multi-factor-info-not-found': 'This phone has been removed already.',
  'auth/network-request-failed':
    'The sign-in service cannot be reached. Please check your connection and try again.',
  'auth/popup-blocked': 'Your browser kept Google’s window from opening. Please allow it.',
  'auth/popup-closed-by-user': 'Google’s window was closed before it was done.',
  'auth/second-factor-already-in-use': 'This phone protects your account already.',
  'auth/too-many-requests': 'That was tried too often. Please wait a while.',
  'auth/user-cancelled': 'Google’s window was closed before it was done.',
  'auth/user-mismatch': 'That is another account than the one you are logged in with.',
  'auth/wrong-password': 'This is not the password of your account.',
}

/** The provider's code of an error; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Object && 'code' in error ? String(error.code) : ''
}

/** What a person should read of a failure. */
export function explain(error: unknown): string {
  return SENTENCES[codeOf(error)] ?? messageOf(error)
}
