import { toast } from '#web/components/toasts.tsx'
import { announceLogout, clearSession, onLogoutElsewhere, readSession } from '#web/lib/session.ts'

/**
 * Dispatched on `window`. On pages that run the auth machine, the machine prevents the default and takes
 * over.
 */
export const LOGOUT_EVENT = 'sprout:logout'

/** Deletes what the user typed in this tab for a booking, which the next user must not see. */
function forgetTyped(): void {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith('sprout.'))
  for (const key of keys) sessionStorage.removeItem(key)
}

// Not during server rendering.
if (typeof window !== 'undefined') onLogoutElsewhere(forgetTyped)

/** Ends the session on the server. Without a connection, it ends when its token expires. Never rejects. */
async function endOnServer(): Promise<void> {
  const session = readSession()
  if (!session) return
  const headers = { authorization: `Bearer ${session.accessToken}` }
  // The user may close the page at once.
  const options = { method: 'DELETE', headers, keepalive: true }
  await fetch('/sessions/current', options).catch(() => undefined)
}

function beginLogout(): void {
  toast.dismissAll()
  forgetTyped()
  announceLogout()
  void endOnServer()
}

/**
 * Logs the user out. Our session ends at once; the promise resolves when the provider's session has ended, or
 * when the auth machine has taken over. Never rejects.
 */
export async function logOut(): Promise<void> {
  beginLogout()
  const isTakenOver = !window.dispatchEvent(new Event(LOGOUT_EVENT, { cancelable: true }))
  if (!isTakenOver) await endInBrowser()
}

/** Like `logOut`, but pages that need a user redirect to the login instead of the home page. */
export async function logOutToLogin(): Promise<void> {
  beginLogout()
  await endInBrowser()
}

async function endInBrowser(): Promise<void> {
  clearSession()
  await import('./session-exchange.ts')
    .then(({ endSession }) => endSession())
    .catch(() => undefined)
}
