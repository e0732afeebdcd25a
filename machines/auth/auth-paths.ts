import type { User } from '../../contract/users.ts'
import { type Driver, transitionPaths } from '../testing/paths.ts'
import { authMachine, type SignInResult } from './auth-machine.ts'

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

const signedIn: SignInResult = { kind: 'signedIn' }
const secondFactor: SignInResult = { kind: 'secondFactorRequired', phoneHint: '+*******0100' }
const offline = { message: 'Firebase: Error (auth/network-request-failed).' }
const wrongPassword = { message: 'Firebase: Error (auth/invalid-credential).' }
const wrongCode = { message: 'Firebase: Error (auth/invalid-verification-code).' }
const credentials = { email: parent.email, password: 'parent123' }

/** Everything that can happen in the flow, with one payload for each way it can go. */
export const authCases = [
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
  { type: 'page.refuse' },
  { type: 'session.expired' },
  { type: 'session.startedElsewhere', user: otherParent },
  { type: 'session.endedElsewhere' },
  { type: 'xstate.done.actor.restoreSession', output: parent },
  { type: 'xstate.done.actor.restoreSession', output: null },
  { type: 'xstate.error.actor.restoreSession', error: offline },
  { type: 'xstate.done.actor.signInWithPassword', output: signedIn },
  { type: 'xstate.done.actor.signInWithPassword', output: secondFactor },
  { type: 'xstate.error.actor.signInWithPassword', error: wrongPassword },
  { type: 'xstate.done.actor.signInWithGoogle', output: signedIn },
  { type: 'xstate.done.actor.signInWithGoogle', output: secondFactor },
  {
    type: 'xstate.error.actor.signInWithGoogle',
    error: { message: 'Firebase: Error (auth/popup-closed-by-user).' },
  },
  { type: 'xstate.done.actor.signUp', output: signedIn },
  {
    type: 'xstate.error.actor.signUp',
    error: { message: 'Firebase: Error (auth/email-already-in-use).' },
  },
  { type: 'xstate.done.actor.sendPasswordReset' },
  { type: 'xstate.error.actor.sendPasswordReset', error: offline },
  { type: 'xstate.done.actor.sendCode' },
  { type: 'xstate.error.actor.sendCode', error: offline },
  { type: 'xstate.done.actor.confirmCode', output: signedIn },
  { type: 'xstate.error.actor.confirmCode', error: wrongCode },
  { type: 'xstate.done.actor.exchangeToken', output: parent },
  { type: 'xstate.error.actor.exchangeToken', error: { message: 'The clinic is offline' } },
  { type: 'xstate.done.actor.askRole', output: { admin: false } },
  { type: 'xstate.done.actor.askRole', output: { admin: true } },
  { type: 'xstate.error.actor.askRole', error: { message: 'The clinic is offline' } },
  { type: 'xstate.done.actor.renewToken', output: parent },
  { type: 'xstate.done.actor.renewToken', output: null },
  { type: 'xstate.error.actor.renewToken', error: offline },
  { type: 'xstate.done.actor.signOut' },
  { type: 'xstate.error.actor.signOut', error: offline },
  { type: 'xstate.after.renewal.auth.signedIn.token.fresh' },
  { type: 'xstate.after.renewalRetry.auth.signedIn.token.renewalFailed' },
] as const

export type AuthStep = (typeof authCases)[number]['type']

/** Every place in the flow where a visitor can be; a test holds it against the machine. */
export const authStates = [
  'restoring',
  'restoreFailed',
  'signedOut.form.untouched',
  'signedOut.form.refused',
  'signedOut.signingIn',
  'signedOut.signingInWithGoogle',
  'signedOut.signingUp',
  'signedOut.sendingReset',
  'signedOut.resetSent',
  'secondFactor.sendingCode',
  'secondFactor.codeNotSent',
  'secondFactor.awaitingCode.untouched',
  'secondFactor.awaitingCode.refused',
  'secondFactor.confirmingCode',
  'exchanging',
  'signedIn.role.asking',
  'signedIn.role.unknown',
  'signedIn.role.patient',
  'signedIn.role.admin',
  'signedIn.token.fresh',
  'signedIn.token.renewing',
  'signedIn.token.renewalFailed',
  'signingOut',
] as const

export type AuthDriver = Driver<AuthStep, (typeof authStates)[number]>

/** Paths that take every transition of the auth machine. */
export const authPaths = () => transitionPaths(authMachine, authCases)
