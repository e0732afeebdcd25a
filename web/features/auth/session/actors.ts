import { fromCallback, fromPromise } from 'xstate'
import type { AdminResponse, LoginForm, User } from '#contract/identity/users.ts'
import { isAdmin } from '#contract/identity/users-calls.ts'
import type { AuthEvent, SignInResult, SignUp } from '#machines/auth/auth-machine.ts'
import { send } from '#web/lib/api/send.ts'
import { readSession } from '#web/lib/session.ts'
import { loadIdentity } from '#web/shared/session/identity.ts'
import { continueSession, endSession, startSession } from '#web/shared/session/session-exchange.ts'
import { isFresh } from '#web/shared/session/token.ts'
import { watchSession } from './watch-session.ts'

/** The session of an earlier visit; the provider's code is loaded only when its token has expired. */
async function restoreSession(): Promise<User | null> {
  const session = readSession()
  if (!session) return null
  if (isFresh(session.accessToken)) return session.user
  const user = await continueSession()
  if (!user) await endSession()
  return user
}

/** The actors of the auth machine: the identity provider, our server and local storage. */
export const authActors = {
  restoreSession: fromPromise<User | null>(restoreSession),
  watchSession: fromCallback<AuthEvent>(({ sendBack }) => watchSession(sendBack)),
  signInWithPassword: fromPromise<SignInResult, LoginForm>(async ({ input }) =>
    (await loadIdentity()).signIn(input),
  ),
  signInWithGoogle: fromPromise<SignInResult>(async () =>
    (await loadIdentity()).signInWithGoogle(),
  ),
  signUp: fromPromise<SignInResult, SignUp>(async ({ input: { returnTo, ...form } }) => {
    const identity = await loadIdentity()
    const result = await identity.signUp(form)
    // The account is there without it, and the site offers to send it again.
    void identity.sendEmailVerification(returnTo).catch(() => undefined)
    return result
  }),
  sendPasswordReset: fromPromise<void, { email: string }>(async ({ input }) =>
    (await loadIdentity()).sendPasswordReset(input),
  ),
  sendCode: fromPromise<void>(async () => (await loadIdentity()).sendSecondFactorCode()),
  confirmCode: fromPromise<SignInResult, { code: string }>(async ({ input }) =>
    (await loadIdentity()).confirmSecondFactorCode(input),
  ),
  exchangeToken: fromPromise<User>(({ signal }) => startSession(signal)),
  askRole: fromPromise<AdminResponse, { email: string }>(({ input, signal }) =>
    send(isAdmin, { params: input, signal }),
  ),
  renewToken: fromPromise<User | null>(continueSession),
  signOut: fromPromise<void>(endSession),
}
