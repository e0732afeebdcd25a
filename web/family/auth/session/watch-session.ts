import type { AuthEvent } from '#machines/auth/auth-machine.ts'
import { onIdentityLoaded } from '#web/both/session/identity.ts'
import { LOGOUT_EVENT } from '#web/both/session/log-out.ts'
import { isFresh } from '#web/both/session/token.ts'
import { readSession, subscribeToSession } from '#web/lib/session.ts'

/**
 * Sends an event when the user logs out, or the session changes outside the auth machine: it begins
 * or ends in another tab, the provider ends its own, or the device wakes with an expired token.
 * Changes by the machine's own actors are sent, too; the states that cause them ignore these events.
 * @returns the function that stops it
 */
export function watchSession(send: (event: AuthEvent) => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped

  function onLogout(event: Event) {
    event.preventDefault()
    send({ type: 'logout' })
  }
  // Timers do not run while a device sleeps.
  function onWake() {
    const session = readSession()
    if (document.visibilityState === 'visible' && session && !isFresh(session.accessToken)) {
      send({ type: 'session.expired' })
    }
  }
  window.addEventListener(LOGOUT_EVENT, onLogout, { signal })
  window.addEventListener('online', onWake, { signal })
  document.addEventListener('visibilitychange', onWake, { signal })

  const stops = [
    subscribeToSession(() => {
      const session = readSession()
      if (session) send({ type: 'session.startedElsewhere', user: session.user })
      else send({ type: 'session.endedElsewhere' })
    }),
    onIdentityLoaded((identity) => {
      const stop = identity.onIdentityChanged((email) => {
        // The renewal checks whether the session has really ended.
        if (email === null && readSession()) send({ type: 'session.expired' })
      })
      signal.addEventListener('abort', stop)
    }),
  ]

  return () => {
    stopped.abort()
    for (const stop of stops) stop()
  }
}
