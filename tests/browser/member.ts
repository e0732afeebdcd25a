import { randomUUID } from 'node:crypto'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { SessionResponse } from '#contract/identity/users.ts'
import { readOrCreateJwtSecret } from '#domain/config/secret-file.ts'
import { forgeToken, hs256 } from '#server/testing/forge-token.ts'

export interface Account {
  name: string
  email: string
  password: string
}

/** An account at the identity provider, with its tokens. */
export interface ProviderAccount extends Account {
  uid: string
  idToken: string
  refreshToken: string
}

/** A user of the clinic. */
export interface Member extends ProviderAccount {
  session: SessionResponse
}

/** The data that a new user enters. */
export function newParent(name = 'Nora Newcomer'): Account {
  return { name, email: `parent.${randomUUID().slice(0, 8)}@example.com`, password: 'sprout-1234' }
}

/** Calls the site, or another host, outside of the page, as another device would. */
export async function call<Answer>(
  method: string,
  path: string,
  { bearer, body }: { bearer?: string; body?: object | undefined } = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, process.env.SPROUT_TEST_URL), {
    method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer as Answer
}

/** Calls the site with a member's session. */
export const callAs = <Answer>({ session }: Member, method: string, path: string, body?: object) =>
  call<Answer>(method, path, { bearer: session.token, body })

async function askProvider(
  account: Account,
  method: 'signUp' | 'signInWithPassword',
): Promise<ProviderAccount> {
  const { name, email, password } = account
  const { localId, idToken, refreshToken } = await call<
    Record<'localId' | 'idToken' | 'refreshToken', string>
  >('POST', `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`, {
    body: { email, password, displayName: name, returnSecureToken: true },
  })
  return { ...account, uid: localId, idToken, refreshToken }
}

/** Creates an account at the identity provider, which the clinic does not know yet. */
export const makeAccount = (name?: string) => askProvider(newParent(name), 'signUp')

/** Creates an account and logs in to the clinic with it. */
export const register = async (name?: string) => exchange(await makeAccount(name))

/** Logs in to an existing account, without the form. */
export const logInByCall = async (account: Account) =>
  exchange(await askProvider(account, 'signInWithPassword'))

/** Exchanges a session of the provider for one of the clinic. */
export async function exchange(account: ProviderAccount): Promise<Member> {
  const { email, idToken } = account
  const path = `/users/${encodeURIComponent(email)}`
  const session = await call<SessionResponse>('PUT', path, { bearer: idToken, body: { email } })
  return { ...account, session }
}

/** The session as stored in local storage. */
export function sessionOf({ session: { token, user } }: Member): Record<string, string> {
  return { 'sprout.user': JSON.stringify(user), accessToken: token }
}

/** An expired token of the member, signed with the server's key. */
export function expiredToken({ uid }: Member): string {
  const secret = readOrCreateJwtSecret(process.env.SPROUT_TEST_DATA_DIR ?? '')
  const exp = Math.floor(Date.now() / 1000) - 60
  return forgeToken(uid, { claims: { exp, jti: crypto.randomUUID() }, sign: hs256(secret) })
}

/** What to book. */
export interface Choice {
  /** ISO. */
  day: string
  treatment: string
  slot: string
  /** Dollars. */
  price: number
  /** Id of a child; if absent, the member is the patient. */
  child?: string
  address?: string
}

/** Books for the member, or for a child of theirs. */
export async function bookAs(member: Member, { day, ...choice }: Choice): Promise<Appointment> {
  const { booking } = await callAs<{ booking: Appointment }>(member, 'POST', '/appointments', {
    date: day,
    paid: false,
    email: member.email,
    phone: '+1 503 555 0100',
    address: '1 Orchard Lane',
    ...choice,
  })
  return booking
}

/**
 * Local storage after an earlier visit: our session with an expired token and, unless the visit is over,
 * the provider's session.
 */
export async function earlierVisit(
  member: Member,
  { isOver }: { isOver: boolean },
): Promise<Record<string, string>> {
  const session = { ...sessionOf(member), accessToken: expiredToken(member) }
  return isOver ? session : { ...session, ...(await providerSessionOf(member)) }
}

/** The provider's session as its library stores it in local storage. */
export async function providerSessionOf(member: Member): Promise<Record<string, string>> {
  const { identity } = await call<{ identity: { apiKey: string } }>('GET', '/config')
  const { uid, email, name, refreshToken, idToken } = member
  const now = Date.now()
  const user = {
    uid,
    email,
    emailVerified: false,
    displayName: name,
    isAnonymous: false,
    providerData: [
      {
        providerId: 'password',
        uid: email,
        displayName: name,
        email,
        phoneNumber: null,
        photoURL: null,
      },
    ],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: now + 3_600_000 },
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey: identity.apiKey,
    appName: '[DEFAULT]',
  }
  return { [`firebase:authUser:${identity.apiKey}:[DEFAULT]`]: JSON.stringify(user) }
}
