import type { User } from '#contract/identity/users.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { clearSession, readSession, saveSession } from '#web/lib/session.ts'
import * as words from '#words/en/account/provider.ts'
import { hasLock } from './has-lock.ts'
import { loadIdentity } from './identity.ts'
import { exchangeIdToken } from './session-api.ts'

/**
 * Starts our session after a login at the provider. If the server refuses or cannot be reached, the
 * provider's session ends, too.
 * @throws ApiError, or the provider's error
 */
export async function startSession(signal?: AbortSignal): Promise<User> {
  const identity = await loadIdentity()
  try {
    const proof = await identity.freshIdToken({ force: false })
    if (!proof) throw new Error(words.loginNotFinished)
    const { token, user } = await exchangeIdToken(proof, signal)
    const lock = hasLock(user.role) ? await loadChunk(() => import('./screen-lock.ts')) : null
    saveSession({ accessToken: token, user })
    lock?.unlockScreen()
    return user
  } catch (error) {
    await identity.signOut().catch(() => undefined)
    throw error
  }
}

let renewing: Promise<User | null> | null = null

/**
 * Exchanges the provider's session for a new access token; simultaneous calls share one request. Null when
 * the provider's session has ended, belongs to another user, or is refused by the server. Rejects when the
 * network or the server is down: the session may still be valid.
 */
export function continueSession(): Promise<User | null> {
  renewing ??= remember(renew())
  return renewing
}

/**
 * Like `continueSession`, after a change that ends the provider's sessions and logs in again. Meanwhile other
 * calls wait, because the provider would refuse them.
 */
export function continueSessionAfter(change: () => Promise<void>): Promise<User | null> {
  renewing = remember(change().then(renew))
  return renewing
}

function remember(renewal: Promise<User | null>): Promise<User | null> {
  return renewal.finally(() => {
    renewing = null
  })
}

async function renew(): Promise<User | null> {
  const email = readSession()?.user.email
  const identity = await loadIdentity()
  const proof = await identity.freshIdToken({ force: true })
  if (!proof || proof.email.toLowerCase() !== email) return null
  try {
    const previous = readSession()?.accessToken
    const { token, user } = await exchangeIdToken({ ...proof, previous })
    // The user may have logged out meanwhile, here or in another tab.
    if (readSession()?.user.email !== email) return null
    saveSession({ accessToken: token, user })
    return user
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404, 409].includes(error.status)
}

/**
 * Ends the session in all tabs, then at the provider. Never rejects, because the provider's session gives no
 * access without ours.
 */
export async function endSession(): Promise<void> {
  clearSession()
  try {
    const identity = await loadIdentity()
    await identity.signOut()
  } catch {
    // The provider's code did not load, or its storage is unavailable.
  }
}
