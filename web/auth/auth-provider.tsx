import { type ReactNode, useEffect } from 'react'
import { waitFor } from 'xstate'
import { authMachine } from '../../machines/auth.ts'
import { provideRenewal } from '../api/session-renewal.ts'
import { authActors } from './actors.ts'
import { Auth } from './auth-context.ts'
import { provideLogOut } from './log-out.ts'
import { readSession } from './session.ts'
import { renewalDelay } from './token.ts'

const logic = authMachine.provide({
  actors: authActors,
  delays: { renewal: () => renewalDelay(readSession()?.accessToken) },
})

/** Runs the auth machine for the screens within it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  return (
    <Auth.Provider logic={logic}>
      <AuthPorts />
      {children}
    </Auth.Provider>
  )
}

/** Lets the calls to the server, and the header, reach the machine without knowing it. */
export function AuthPorts() {
  const auth = Auth.useActorRef()

  useEffect(
    () =>
      provideRenewal(async () => {
        auth.send({ type: 'session.expired' })
        const settled = await waitFor(
          auth,
          (snapshot) => !snapshot.matches({ signedIn: { token: 'renewing' } }),
        ).catch(() => null)
        return settled?.matches({ signedIn: { token: 'fresh' } }) ?? false
      }),
    [auth],
  )

  useEffect(
    () =>
      provideLogOut(async () => {
        auth.send({ type: 'logout' })
        await waitFor(auth, (snapshot) => !snapshot.matches('signingOut')).catch(() => undefined)
      }),
    [auth],
  )

  return null
}
