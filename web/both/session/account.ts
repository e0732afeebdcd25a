import { queryOptions } from '@tanstack/react-query'
import { codeOf, messageOf } from '#machines/actors.ts'
import { loadIdentity } from './identity.ts'
import { providerSentence } from './provider-sentences.ts'

const WINDOW_CLOSED = 'The Google window was closed before you finished.'

/**
 * The user's account at the identity provider. Reloaded whenever the page becomes visible, because links in
 * emails open in other windows.
 */
export function accountOptions(email: string) {
  return queryOptions({
    queryKey: ['account', email],
    queryFn: async () => (await loadIdentity()).readAccount(),
    staleTime: 0,
    retry: false,
  })
}

// The email is known here, and only the password was requested.
const WRONG_PASSWORD = 'That password isn’t right.'

const OWN_SENTENCES: Record<string, string> = {
  'auth/cancelled-popup-request': WINDOW_CLOSED,
  'auth/invalid-credential': WRONG_PASSWORD,
  'auth/popup-closed-by-user': WINDOW_CLOSED,
  'auth/user-cancelled': WINDOW_CLOSED,
  'auth/user-mismatch': 'That’s not the account you’re logged in to.',
  'auth/wrong-password': WRONG_PASSWORD,
}

/** An error's message for the user. */
export function explain(error: unknown): string {
  const code = codeOf(error) ?? ''
  return OWN_SENTENCES[code] ?? providerSentence(code) ?? messageOf(error)
}
