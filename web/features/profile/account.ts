import { queryOptions } from '@tanstack/react-query'
import { messageOf } from '../../../machines/actors.ts'
import { loadIdentity } from '../auth/identity.ts'

/**
 * The user's account at the identity provider. Read again whenever the page becomes visible: links
 * in emails open in other windows.
 */
export function accountOptions(email: string) {
  return queryOptions({
    queryKey: ['account', email],
    queryFn: async () => (await loadIdentity()).readAccount(),
    staleTime: 0,
    retry: false,
  })
}

/** Sentences for the provider's codes whose own messages are meant for programmers. */
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

/** The message of an error, for the user. */
export function explain(error: unknown): string {
  return SENTENCES[codeOf(error)] ?? messageOf(error)
}
