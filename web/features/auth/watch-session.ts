import type { AuthEvent } from '../../../machines/auth/auth-machine.ts'
import { readSession, subscribeToSession } from '../../lib/session.ts'
import { onIdentityLoaded } from './identity.ts'
import { isFresh } from './token.ts'

/**
 * Tells `send` what happens to the session outside the auth machine: it begins or ends (in
 * another tab, or by this tab's own calls, which the machine expects and leaves unheard), the
 * provider ends its own, or the device wakes with a token that has run out meanwhile.
 * Returns the function that stops it.
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
          // Renewing will find out whether it is really over.
          if (email === null && readSession()) send({ type: 'session.expired' })
        }),
      )
    }),
  )

  // Timers stand still while a device sleeps.
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
