import type { AuthEvent } from '../../../machines/auth/auth-machine.ts'
import { readSession, subscribeToSession } from '../../lib/session.ts'
import { onIdentityLoaded } from './identity.ts'
import { isFresh } from './token.ts'

/**
 * Sends an event when the session changes outside the auth machine: it begins or ends in another
 * tab, the provider ends its own, or the device wakes with an expired token. Changes by the
 * machine's own actors are sent, too; the states that cause them ignore these events.
 * @returns the function that stops it
 */
export function watchSession(send: (event: AuthEvent) => void): () => void {
  const stops: (() => void)[] = []

  stops.push(
    subscribeToSession(() => {
      const session = readSession()
      if (session) send({ type: 'session.startedElsewhere', user: session.user })
      else send({ type: 'session.endedElsewhere' })
    }),
  )

  stops.push(
    onIdentityLoaded((identity) => {
      stops.push(
        identity.onIdentityChanged((email) => {
          // A renewal finds out whether the session has really ended.
          if (email === null && readSession()) send({ type: 'session.expired' })
        }),
      )
    }),
  )

  // Timers do not run while a device sleeps.
  function onWake() {
    const session = readSession()
    if (document.visibilityState === 'visible' && session && !isFresh(session.accessToken)) {
      send({ type: 'session.expired' })
    }
  }
  document.addEventListener('visibilitychange', onWake)
  window.addEventListener('online', onWake)
  stops.push(() => {
    document.removeEventListener('visibilitychange', onWake)
    window.removeEventListener('online', onWake)
  })

  return () => {
    for (const stop of stops) stop()
  }
}
