import { loadIdentity } from '#web/both/session/identity.ts'
import type { Identity } from '#web/lib/identity/identity-adapter.ts'
import * as words from '#words/en/account/email-links.ts'

/** The codes with which the provider refuses a link, each with a sentence for the user. */
const REFUSALS: Record<string, string> = {
  'auth/email-already-in-use': words.emailInUse,
  'auth/expired-action-code': words.linkExpired,
  'auth/invalid-action-code': words.linkUsed,
  'auth/user-disabled': words.accountDisabled,
  'auth/user-not-found': words.accountGone,
}
const CAN_BE_REPLACED = new Set(['auth/expired-action-code', 'auth/invalid-action-code'])

export function isRefusal(error: unknown): boolean {
  return codeOf(error) in REFUSALS
}

interface Link {
  /** The code of the link; empty when it has none. */
  code: string
  /** A sentence that says where the user gets another link. */
  replacement: string
  signal: AbortSignal
}

/**
 * Calls the provider with the code of a link from an email. A refused code is a result; anything
 * else that goes wrong rejects.
 */
export async function redeemLink<Result>(
  { code, replacement, signal }: Link,
  call: (identity: Identity) => Promise<Result>,
): Promise<Result | { kind: 'refused'; reason: string }> {
  if (!code) return { kind: 'refused', reason: `${words.linkIncomplete} ${replacement}` }
  const identity = await loadIdentity()
  // React's strict mode starts a page twice, but some codes can be used only once.
  signal.throwIfAborted()
  try {
    return await call(identity)
  } catch (error) {
    const reason = REFUSALS[codeOf(error)]
    if (!reason) throw error
    const isReplaceable = CAN_BE_REPLACED.has(codeOf(error))
    return { kind: 'refused', reason: isReplaceable ? `${reason} ${replacement}` : reason }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Object && 'code' in error ? String(error.code) : ''
}
