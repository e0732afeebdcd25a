import { toast } from '#web/components/toasts.tsx'
import { announceLogout, clearSession, onLogoutElsewhere } from '#web/lib/session.ts'

/** Dispatched on `window`; the auth machine, on pages that run it, prevents the default. */
export const LOGOUT_EVENT = 'sprout:logout'

/** Deletes what the user has typed in this tab, for a booking: the next one must not see it. */
function forgetTyped(): void {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith('sprout.'))
  for (const key of keys) sessionStorage.removeItem(key)
}

// Not during server rendering.
if (typeof window !== 'undefined') onLogoutElsewhere(forgetTyped)

/**
 * Logs the user out. Our session ends at once; the promise resolves when the provider's has ended,
 * or when the auth machine has taken over. Never rejects.
 */
export async function logOut(): Promise<void> {
  toast.dismissAll()
  forgetTyped()
  announceLogout()
  const isTakenOver = !window.dispatchEvent(new Event(LOGOUT_EVENT, { cancelable: true }))
  if (isTakenOver) return
  clearSession()
  await import('./session-exchange.ts')
    .then(({ endSession }) => endSession())
    .catch(() => undefined)
}
