import type { User } from '../../../contract/users.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { readSession, saveSession } from '../../lib/session.ts'
import { exchangeIdToken } from '../users/users-api.ts'
import { loadIdentity } from './identity.ts'

/**
 * Starts our session for whoever has just signed in at the provider. When the server refuses or
 * cannot be asked, signs out at the provider too, so that nobody is half signed in.
 * Throws `ApiError`, or the provider's error.
 */
export async function startSession(signal?: AbortSignal): Promise<User> {
  const identity = await loadIdentity()
  try {
    const proof = await identity.freshIdToken({ force: false })
    if (!proof) throw new Error('Your login didn’t finish. Please try again.')
    const { token, user } = await exchangeIdToken(proof, signal)
    saveSession({ accessToken: token, user })
    return user
  } catch (error) {
    await identity.signOut().catch(() => undefined)
    throw error
  }
}

let renewing: Promise<User | null> | null = null

/**
 * A new access token for the session of local storage, on the strength of the provider's; one
 * call however many ask. Null when the provider's session has ended, belongs to somebody else, or
 * is refused by the server. Throws when network or server are down: the session may still live.
 */
export function continueSession(): Promise<User | null> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

async function renew(): Promise<User | null> {
  const email = readSession()?.user.email
  const identity = await loadIdentity()
  const proof = await identity.freshIdToken({ force: true })
  if (!proof || proof.email.toLowerCase() !== email) return null
  try {
    const { token, user } = await exchangeIdToken(proof)
    // Signed out meanwhile, here or in another tab: that stands.
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
