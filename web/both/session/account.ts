import { queryOptions } from '@tanstack/react-query'
import { codeOf, messageOf } from '#machines/actors.ts'
import * as words from '#words/en/account/provider.ts'
import { loadIdentity } from './identity.ts'
import { providerSentence } from './provider-sentences.ts'

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

const OWN_SENTENCES: Record<string, string> = {
  'auth/cancelled-popup-request': words.windowClosed,
  'auth/invalid-credential': words.wrongPassword,
  'auth/popup-closed-by-user': words.windowClosed,
  'auth/user-cancelled': words.windowClosed,
  'auth/user-mismatch': words.otherAccount,
  'auth/wrong-password': words.wrongPassword,
}

/** An error's message for the user. */
export function explain(error: unknown): string {
  const code = codeOf(error) ?? ''
  return OWN_SENTENCES[code] ?? providerSentence(code) ?? messageOf(error)
}
