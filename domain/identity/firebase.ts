import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { millisecondsInSecond } from 'date-fns/constants'
import type { Auth, DecodedIdToken, UserRecord } from 'firebase-admin/auth'
import { toAccountEmail } from '#contract/identity/email-address.ts'
import { timerDelay } from '#contract/timer-delay.ts'
import { codeOf } from '../process/errors.ts'
import { type FirebaseConfig, openAdminApp } from './admin-app.ts'
import {
  IdentityError,
  type IdentityProvider,
  type ProviderAccount,
  type VerifiedIdentity,
} from './identity-provider.ts'

/** Longer than any token that Firebase issues, in characters. */
const LONGEST_TOKEN = 8_192

/** How many accounts Firebase looks up in one call. */
const LOOKUP_SIZE = 100

/** firebase-admin's codes when the account or the token is at fault. */
const REJECTIONS = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/invalid-uid',
  'auth/user-disabled',
  'auth/user-not-found',
])

/** firebase-admin reports unreachable keys as a bad argument, too. */
const KEYS_UNREACHABLE = /^Error (fetching public keys|while making request)/

export interface FirebaseIdentity extends IdentityProvider {
  close(): Promise<void>
}

/** The identity provider on firebase-admin; with `mode: 'emulator'` tokens are unsigned, for development only. */
export function createFirebaseIdentity(config: FirebaseConfig): FirebaseIdentity {
  const { auth, close } = openAdminApp(config)
  return {
    verify: (idToken) => verify(auth, idToken),
    accountExists: async (uid) => (await findRecord(auth, uid)) !== null,
    findAccounts: (uids) => findAccounts(auth, uids),
    keepOnly: (uid, method) => keepOnly(auth, uid, method),
    async endSessions(uid) {
      const validFrom = await endSessions(auth, uid)
      // A login within the same second would be refused, and the user may log in at once.
      await setTimeout(
        timerDelay(validFrom.getTime() + millisecondsInSecond - Date.now(), {
          most: millisecondsInSecond,
        }),
      )
      return validFrom
    },
    async removeSecondFactors(uid) {
      await auth.updateUser(uid, NO_SECOND_FACTORS).catch(giveUp)
      return endSessions(auth, uid)
    },
    async deleteAccount(uid) {
      try {
        await auth.deleteUser(uid)
      } catch (error) {
        if (codeOf(error) !== 'auth/user-not-found') giveUp(error)
      }
    },
    close,
  }
}

async function verify(auth: Auth, idToken: string): Promise<VerifiedIdentity> {
  if (!isToken(idToken)) throw new IdentityError('rejected', 'This is not an ID token.')
  const token = await decode(auth, idToken)
  const { uid, email, auth_time, firebase } = token
  // The record decides, not the token's claims, which may be an hour old, and are unsigned with the emulator.
  const record = await findRecord(auth, uid)
  if (!record?.email || record.email !== email) {
    throw new IdentityError('rejected', "The token's email is not the account's.")
  }
  const account = toAccount(record)
  if (mayPrecedeReset(auth_time, record) && !usesLinkedAccount(token, record)) {
    throw new IdentityError('rejected', 'The login was in the second of a reset, or before it.')
  }
  const usedSecondFactor = firebase.sign_in_second_factor !== undefined
  if (account.secondFactors.length > 0 && !usedSecondFactor) {
    throw new IdentityError('rejected', 'The account has a second factor that was not used.')
  }
  return {
    ...account,
    authTime: new Date(auth_time * 1000),
    signInMethod: firebase.sign_in_provider,
    usedSecondFactor,
  }
}

/**
 * Firebase counts in whole seconds, and accepts a login from the second in which its sessions were revoked,
 * which may have used the old password. Only in the first second of an account is there no old password.
 * @param authTime in seconds since 1970
 */
function mayPrecedeReset(
  authTime: number,
  { tokensValidAfterTime, metadata }: UserRecord,
): boolean {
  if (!tokensValidAfterTime) return false
  const validFrom = secondOf(tokensValidAfterTime)
  return authTime <= validFrom && validFrom > secondOf(metadata.creationTime) + 1
}

/**
 * Whether the login used a linked account of another provider, such as Google. It needs no password, and may
 * itself have ended the sessions of a person who prepared the account.
 */
function usesLinkedAccount({ firebase }: DecodedIdToken, { providerData }: UserRecord): boolean {
  const used: unknown = firebase.identities[firebase.sign_in_provider]
  return providerData.some(
    ({ providerId, uid }) =>
      providerId === firebase.sign_in_provider &&
      providerId !== 'password' &&
      Array.isArray(used) &&
      used.includes(uid),
  )
}

/** The second since 1970 of a time that Firebase gives as text. */
function secondOf(time: string): number {
  return Math.floor(Date.parse(time) / millisecondsInSecond)
}

function toAccount(record: UserRecord): ProviderAccount {
  const { uid, email = '', tokensValidAfterTime } = record
  return {
    uid,
    email: toAccountEmail(email),
    emailVerified: record.emailVerified,
    disabled: record.disabled,
    // Firebase stores a removed name or photo as an empty text.
    name: record.displayName || null,
    picture: record.photoURL || null,
    methods: record.providerData.map((method) => ({
      id: method.providerId,
      email: method.email ? toAccountEmail(method.email) : null,
    })),
    secondFactors: record.multiFactor?.enrolledFactors.map((factor) => factor.uid) ?? [],
    validFrom: tokensValidAfterTime ? new Date(tokensValidAfterTime) : null,
  }
}

async function findAccounts(
  auth: Auth,
  uids: readonly string[],
): Promise<Map<string, ProviderAccount>> {
  const accounts = new Map<string, ProviderAccount>()
  for (let start = 0; start < uids.length; start += LOOKUP_SIZE) {
    const batch = uids.slice(start, start + LOOKUP_SIZE).map((uid) => ({ uid }))
    const { users } = await auth.getUsers(batch).catch(giveUp)
    for (const record of users) accounts.set(record.uid, toAccount(record))
  }
  return accounts
}

const NO_SECOND_FACTORS = { multiFactor: { enrolledFactors: null } }

async function keepOnly(auth: Auth, uid: string, method: string | null): Promise<Date> {
  const { providerData } = await auth.getUser(uid).catch(giveUp)
  const others = providerData.map(({ providerId }) => providerId).filter((id) => id !== method)
  const left = {
    providersToUnlink: others.filter((id) => id !== 'password'),
    // Unlinking the password would remove the email as well; a random password has the same effect.
    ...(others.includes('password') && { password: randomBytes(32).toString('base64url') }),
    ...NO_SECOND_FACTORS,
  }
  await auth.updateUser(uid, left).catch(giveUp)
  return endSessions(auth, uid)
}

async function endSessions(auth: Auth, uid: string): Promise<Date> {
  await auth.revokeRefreshTokens(uid).catch(giveUp)
  const record = await auth.getUser(uid).catch(giveUp)
  return toAccount(record).validFrom ?? new Date(0)
}

async function decode(auth: Auth, idToken: string) {
  try {
    return await auth.verifyIdToken(idToken, true)
  } catch (cause) {
    if (isRejection(cause)) throw new IdentityError('rejected', cause.message, { cause })
    giveUp(cause)
  }
}

async function findRecord(auth: Auth, uid: string): Promise<UserRecord | null> {
  try {
    return await auth.getUser(uid)
  } catch (error) {
    if (codeOf(error) === 'auth/user-not-found') return null
    giveUp(error)
  }
}

// Three parts, the first two of which are JSON objects. For anything else firebase-admin throws other errors.
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

function giveUp(cause: unknown): never {
  throw new IdentityError('unavailable', 'The identity provider did not answer.', { cause })
}
