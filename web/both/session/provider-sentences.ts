import * as words from '#words/en/account/provider.ts'
import { LANGUAGE } from '#words/en/language.ts'

/**
 * Sentences for the provider's codes, with the next step. The provider's own messages are for programmers.
 */
const SENTENCES: Record<string, string> = {
  'auth/account-exists-with-different-credential': words.otherWayToLogIn,
  'auth/code-expired': words.codeExpired,
  'auth/email-already-in-use': words.emailInUse,
  'auth/invalid-credential': words.wrongEmailOrPassword,
  'auth/invalid-email': words.emailIncomplete,
  'auth/invalid-phone-number': words.phoneInvalid,
  'auth/invalid-verification-code': words.wrongCode,
  'auth/maximum-second-factor-count-exceeded': words.tooManyPhones,
  'auth/multi-factor-info-not-found': words.phoneRemoved,
  'auth/network-request-failed': words.unreachable,
  'auth/popup-blocked': words.popupBlocked,
  'auth/second-factor-already-in-use': words.phoneInUse,
  'auth/too-many-requests': words.tooManyAttempts,
  'auth/user-disabled': words.accountOff,
  'auth/user-not-found': words.wrongEmailOrPassword,
  'auth/weak-password': words.passwordTooShort,
  'auth/wrong-password': words.wrongEmailOrPassword,
}

/**
 * A sentence for the provider's code; undefined when its own message has to be shown, which it has only in
 * English.
 */
export function providerSentence(code: string | null): string | undefined {
  if (code === null) return undefined
  const isUnknown = LANGUAGE !== 'en' && code.startsWith('auth/')
  return SENTENCES[code] ?? (isUnknown ? words.refused : undefined)
}
