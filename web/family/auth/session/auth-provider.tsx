import { type ReactNode, useEffect } from 'react'
import { waitFor } from 'xstate'
import { authMachine } from '#machines/auth/auth-machine.ts'
import { Auth, type AuthSnapshot } from '#web/both/session/auth-context.ts'
import { renewalDelay } from '#web/both/session/token.ts'
import { provideRenewal } from '#web/lib/api/session-renewal.ts'
import { readSession } from '#web/lib/session.ts'
import { authActors } from './actors.ts'

const logic = authMachine.provide({
  actors: authActors,
  delays: { renewal: () => renewalDelay(readSession()?.accessToken) },
})

/** Runs the auth machine for the screens within it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  return (
    <Auth.Provider logic={logic}>
      <SessionRenewal />
      {children}
    </Auth.Provider>
  )
}

/** Lets API calls whose token the server rejects wait for a renewal by the machine. */
export function SessionRenewal() {
  const auth = Auth.useActorRef()

  useEffect(() => {
    const stopped = new AbortController()
    const takeBack = provideRenewal(async () => {
      auth.send({ type: 'session.expired' })
      const isSettled = (snapshot: AuthSnapshot) =>
        !snapshot.matches({ user: { token: 'renewing' } })
      const settled = await waitFor(auth, isSettled, { signal: stopped.signal }).catch(() => null)
      return settled?.matches({ user: { token: 'fresh' } }) ?? false
    })
    return () => {
      takeBack()
      stopped.abort()
    }
  }, [auth])

  return null
}
