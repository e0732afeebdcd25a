import { toast } from '#web/components/toasts.tsx'
import { announceLogout, clearSession, onLogoutElsewhere, readSession } from '#web/lib/session.ts'

/** Dispatched on `window`; the auth machine, on pages that run it, prevents the default. */
export const LOGOUT_EVENT = 'sprout:logout'

/** Deletes what the user has typed in this tab, for a booking: the next one must not see it. */
function forgetTyped(): void {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith('sprout.'))
  for (const key of keys) sessionStorage.removeItem(key)
}

// Not during server rendering.
if (typeof window !== 'undefined') onLogoutElsewhere(forgetTyped)

/** Ends the session on the server. Without a connection it ends with its token. Never rejects. */
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
 * Logs the user out. Our session ends at once; the promise resolves when the provider's has ended,
 * or when the auth machine has taken over. Never rejects.
 */
export async function logOut(): Promise<void> {
  beginLogout()
  const isTakenOver = !window.dispatchEvent(new Event(LOGOUT_EVENT, { cancelable: true }))
  if (!isTakenOver) await endInBrowser()
}

/** Like `logOut`, but pages that need a user lead to the login instead of home. */
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
