import type { Auth, UserRecord } from 'firebase-admin/auth'
import { codeOf } from '../process/errors.ts'
import { type FirebaseConfig, openAdminApp } from './admin-app.ts'
import { IdentityError, type IdentityProvider, type VerifiedIdentity } from './identity-provider.ts'

/** Longer than any token that Firebase issues; nothing beyond is worth decoding. */
const LONGEST_TOKEN = 8_192

/** What firebase-admin says when the account or the token is at fault. */
const REJECTIONS = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/invalid-uid',
  'auth/user-disabled',
  'auth/user-not-found',
])

/** It reports Google's keys being out of reach as a bad argument, too. */
const KEYS_UNREACHABLE = /^Error (fetching public keys|while making request)/

export interface FirebaseIdentity extends IdentityProvider {
  close(): Promise<void>
}

/** The identity provider on firebase-admin; with `mode: 'emulator'` tokens are unsigned, for development only. */
export function createFirebaseIdentity(config: FirebaseConfig): FirebaseIdentity {
  const { auth, close } = openAdminApp(config)
  return {
    verify: (idToken) => verify(auth, idToken),
    accountExists: async (uid) => (await findAccount(auth, uid)) !== null,
    async deleteAccount(uid) {
      try {
        await auth.deleteUser(uid)
      } catch (error) {
        if (codeOf(error) !== 'auth/user-not-found') throw unavailable(error)
      }
    },
    close,
  }
}

async function verify(auth: Auth, idToken: string): Promise<VerifiedIdentity> {
  if (!isToken(idToken)) throw new IdentityError('rejected', 'This is no ID token.')
  const { uid, email } = await decode(auth, idToken)
  const account = await findAccount(auth, uid)
  // The record decides, not the claims: they are an hour old, and unsigned when embedded.
  if (!account?.email || account.email !== email) {
    throw new IdentityError('rejected', "The token's email is not the account's.")
  }
  return {
    uid,
    email: account.email.toLowerCase(),
    emailVerified: account.emailVerified,
    // A removed name or photo is an empty text.
    name: account.displayName || null,
    picture: account.photoURL || null,
  }
}

async function decode(auth: Auth, idToken: string) {
  try {
    return await auth.verifyIdToken(idToken, true)
  } catch (cause) {
    if (isRejection(cause)) throw new IdentityError('rejected', cause.message, { cause })
    throw unavailable(cause)
  }
}

async function findAccount(auth: Auth, uid: string): Promise<UserRecord | null> {
  try {
    return await auth.getUser(uid)
  } catch (error) {
    if (codeOf(error) === 'auth/user-not-found') return null
    throw unavailable(error)
  }
}

// Three parts, the first two JSON objects: firebase-admin fails in odd ways on the rest.
function isToken(text: string) {
  if (text.length > LONGEST_TOKEN) return false
  const parts = text.split('.')
  return parts.length === 3 && parts.slice(0, 2).every(isEncodedObject)
}

function isEncodedObject(part: string) {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function isRejection(error: unknown): error is Error {
  return (
    error instanceof Error &&
    REJECTIONS.has(codeOf(error) ?? '') &&
    !KEYS_UNREACHABLE.test(error.message)
  )
}

function unavailable(cause: unknown) {
  return new IdentityError('unavailable', 'The identity provider gave no answer.', { cause })
}
