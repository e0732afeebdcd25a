import { type ReactNode, useEffect } from 'react'
import { waitFor } from 'xstate'
import { authMachine } from '../../../machines/auth/auth-machine.ts'
import { provideRenewal } from '../../lib/api/session-renewal.ts'
import { readSession } from '../../lib/session.ts'
import { authActors } from './actors.ts'
import { Auth, type AuthSnapshot } from './auth-context.ts'
import { provideLogOut } from './log-out.ts'
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

  useEffect(() => {
    // Whoever waits must not wait for a machine that has stopped.
    const stopped = new AbortController()
    const until = (isReached: (snapshot: AuthSnapshot) => boolean) =>
      waitFor(auth, isReached, { signal: stopped.signal }).catch(() => null)

    const takeRenewalBack = provideRenewal(async () => {
      auth.send({ type: 'session.expired' })
      const settled = await until(
        (snapshot) => !snapshot.matches({ signedIn: { token: 'renewing' } }),
      )
      return settled?.matches({ signedIn: { token: 'fresh' } }) ?? false
    })
    const takeLogOutBack = provideLogOut(async () => {
      auth.send({ type: 'logout' })
      await until((snapshot) => !snapshot.matches('signingOut'))
    })
    return () => {
      takeRenewalBack()
      takeLogOutBack()
      stopped.abort()
    }
  }, [auth])

  return null
}
