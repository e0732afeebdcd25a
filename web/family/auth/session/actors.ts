import { fromCallback, fromPromise } from 'xstate'
import type { User } from '#contract/identity/users.ts'
import { isAdmin } from '#contract/identity/users-calls.ts'
import type { AuthEvent, authMachine } from '#machines/auth/auth-machine.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { continueSession, endSession, startSession } from '#web/both/session/session-exchange.ts'
import { isFresh } from '#web/both/session/token.ts'
import { send } from '#web/lib/api/send.ts'
import { readSession } from '#web/lib/session.ts'
import { askForEnd } from './session-end.ts'
import { watchSession } from './watch-session.ts'

/** The session of an earlier visit; the provider's code is loaded only when its token has expired. */
async function restoreSession(): Promise<User | null> {
  const session = readSession()
  if (!session) return null
  if (isFresh(session.accessToken)) return session.user
  const user = await renewToken()
  if (!user) await endSession()
  return user
}

/** Like `continueSession`; asks the server why it ended a session that does not continue. */
async function renewToken(): Promise<User | null> {
  const session = readSession()
  const user = await continueSession()
  if (!user && session) await askForEnd(session.accessToken)
  return user
}

type AuthActors = NonNullable<Parameters<typeof authMachine.provide>[0]['actors']>

/** The actors of the auth machine: the identity provider, our server and local storage. */
export const authActors = {
  restoreSession: fromPromise(restoreSession),
  watchSession: fromCallback<AuthEvent>(({ sendBack }) => watchSession(sendBack)),
  signInWithPassword: fromPromise(async ({ input }) => (await loadIdentity()).signIn(input)),
  signInWithGoogle: fromPromise(async () => (await loadIdentity()).signInWithGoogle()),
  signUp: fromPromise(async ({ input: { returnTo, ...form } }) => {
    const identity = await loadIdentity()
    const result = await identity.signUp(form)
    // The account is there without it, and the site offers to send it again.
    void identity.sendEmailVerification(returnTo).catch(() => undefined)
    return result
  }),
  sendPasswordReset: fromPromise(async ({ input }) =>
    (await loadIdentity()).sendPasswordReset(input),
  ),
  sendCode: fromPromise(async () => (await loadIdentity()).sendSecondFactorCode()),
  confirmCode: fromPromise(async ({ input }) =>
    (await loadIdentity()).confirmSecondFactorCode(input),
  ),
  exchangeToken: fromPromise(({ signal }) => startSession(signal)),
  askRole: fromPromise(({ input, signal }) => send(isAdmin, { params: input, signal })),
  renewToken: fromPromise(renewToken),
  signOut: fromPromise(endSession),
} satisfies AuthActors
