import type { User } from '#contract/identity/users.ts'
import { type AuthContext, authMachine, type SignInResult } from '#machines/auth/auth-machine.ts'
import { OFFLINE } from '../offline.ts'
import { type TourOptions, walksThrough } from '../tours.ts'

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
    { type: 'code.resend' },
    { type: 'code.cancel' },
    { type: 'retry' },
    { type: 'logout' },
    { type: 'page.refuse', reason: 'adminsOnly' },
    { type: 'session.expired' },
    { type: 'session.startedElsewhere', user: other },
    { type: 'session.endedElsewhere' },
    { type: 'xstate.done.actor.restoreSession', output: parent },
    { type: 'xstate.done.actor.restoreSession', output: null },
    { type: 'xstate.error.actor.restoreSession', error: OFFLINE },
    { type: 'xstate.done.actor.signInWithPassword', output: signedIn },
    {
      type: 'xstate.done.actor.signInWithPassword',
      output: { kind: 'secondFactorRequired', phoneHint },
    },
    { type: 'xstate.error.actor.signInWithPassword', error: refusal('auth/invalid-credential') },
    { type: 'xstate.done.actor.signInWithGoogle', output: signedIn },
    {
      type: 'xstate.done.actor.signInWithGoogle',
      output: { kind: 'secondFactorRequired', phoneHint },
    },
    {
      type: 'xstate.error.actor.signInWithGoogle',
      error: refusal('auth/user-cancelled'),
    },
    { type: 'xstate.error.actor.signInWithGoogle', error: providerOffline },
    { type: 'xstate.done.actor.signUp', output: signedIn },
    {
      type: 'xstate.error.actor.signUp',
      error: refusal('auth/email-already-in-use'),
    },
    { type: 'xstate.done.actor.sendPasswordReset' },
    { type: 'xstate.error.actor.sendPasswordReset', error: providerOffline },
    { type: 'xstate.done.actor.sendCode' },
    { type: 'xstate.error.actor.sendCode', error: providerOffline },
    { type: 'xstate.done.actor.confirmCode', output: signedIn },
    { type: 'xstate.error.actor.confirmCode', error: refusal('auth/invalid-verification-code') },
    { type: 'xstate.done.actor.exchangeToken', output: parent },
    { type: 'xstate.error.actor.exchangeToken', error: OFFLINE },
    { type: 'xstate.done.actor.askRole', output: { admin: false } },
    { type: 'xstate.done.actor.askRole', output: { admin: false, staff: true } },
    { type: 'xstate.done.actor.askRole', output: { admin: false, doctor: true } },
    { type: 'xstate.done.actor.askRole', output: { admin: true } },
    { type: 'xstate.error.actor.askRole', error: OFFLINE },
    { type: 'xstate.done.actor.renewToken', output: user },
    { type: 'xstate.done.actor.renewToken', output: null },
    { type: 'xstate.error.actor.renewToken', error: providerOffline },
    { type: 'xstate.done.actor.signOut' },
    { type: 'xstate.error.actor.signOut', error: providerOffline },
    { type: 'xstate.after.renewal.auth.user.token.fresh' },
    { type: 'xstate.after.renewalRetry.auth.user.token.renewalFailed' },
  ]
}

/** Walks that take every transition of the auth machine. */
export const authWalks = (fixture: AuthFixture = authFixture, options?: TourOptions<AuthContext>) =>
  walksThrough(authMachine, authCases(fixture), options)
