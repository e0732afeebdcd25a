import type { User } from '#contract/identity/users.ts'
import { type AuthContext, authMachine, type SignInResult } from '#machines/auth/auth-machine.ts'
import { OFFLINE } from '../offline.ts'
import { done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

export const parent: User = {
  email: 'parent@example.com',
  name: 'Paula Parent',
  photo: null,
  role: 'patient',
}

export const otherParent: User = {
  email: 'other@example.com',
  name: 'Oliver Other',
  photo: null,
  role: 'patient',
}

/** Who signs in, and how. */
export interface AuthFixture {
  parent: User
  password: string
  /** Where the code of the second factor goes, as the provider says it. */
  phoneHint: string
  /** Signs in in another tab. */
  other: User
}

export const authFixture: AuthFixture = {
  parent,
  password: 'parent123',
  phoneHint: '+*******0100',
  other: otherParent,
}

const signedIn: SignInResult = { kind: 'signedIn' }
/** What the provider rejects with. */
const refusal = (code: string) => ({ code, message: `Firebase: Error (${code}).` })
const providerOffline = refusal('auth/network-request-failed')

/** Everything that can happen in the flow, with one payload for each way it can go. */
export const authCases = ({ parent, other, phoneHint, password }: AuthFixture) => {
  const credentials = { email: parent.email, password }
  return ({ user }: AuthContext) => [
    { type: 'form.open' },
    { type: 'password.submit', form: credentials },
    { type: 'google.choose' },
    { type: 'signUp.submit', form: { name: parent.name, ...credentials } },
    { type: 'reset.request', email: parent.email },
    { type: 'reset.acknowledge' },
    { type: 'code.submit', code: '123456' },
    ...plain('code.resend', 'code.cancel', 'retry', 'logout'),
    { type: 'page.refuse', reason: 'adminsOnly' },
    { type: 'session.expired' },
    { type: 'session.startedElsewhere', user: other },
    { type: 'session.endedElsewhere' },
    ...done('restoreSession', parent, null),
    ...failed('restoreSession', OFFLINE),
    ...done('signInWithPassword', signedIn, { kind: 'secondFactorRequired', phoneHint }),
    ...failed('signInWithPassword', refusal('auth/invalid-credential')),
    ...done('signInWithGoogle', signedIn, { kind: 'secondFactorRequired', phoneHint }),
    ...failed('signInWithGoogle', refusal('auth/user-cancelled'), providerOffline),
    ...done('signUp', signedIn),
    ...failed('signUp', refusal('auth/email-already-in-use')),
    ...done('sendPasswordReset', undefined),
    ...failed('sendPasswordReset', providerOffline),
    ...done('sendCode', undefined),
    ...failed('sendCode', providerOffline),
    ...done('confirmCode', signedIn),
    ...failed('confirmCode', refusal('auth/invalid-verification-code')),
    ...done('exchangeToken', parent),
    ...failed('exchangeToken', OFFLINE),
    ...done(
      'askRole',
      { admin: false },
      { admin: false, staff: true },
      { admin: false, doctor: true },
      { admin: true },
    ),
    ...failed('askRole', OFFLINE),
    ...done('renewToken', user, null),
    ...failed('renewToken', providerOffline),
    ...done('signOut', undefined),
    ...failed('signOut', providerOffline),
    { type: 'xstate.after.renewal.auth.user.token.fresh' },
    { type: 'xstate.after.renewalRetry.auth.user.token.renewalFailed' },
  ]
}

/** Walks that take every transition of the auth machine. */
export const authWalks = (fixture: AuthFixture = authFixture, options?: TourOptions<AuthContext>) =>
  walksThrough(authMachine, authCases(fixture), options)
