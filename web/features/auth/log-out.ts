import { toast } from '../../components/toasts.tsx'
import { clearSession } from '../../lib/session.ts'

/** Dispatched on `window`; the auth machine, on pages that run it, prevents the default. */
export const LOGOUT_EVENT = 'sprout:logout'

/**
 * Logs the user out. Our session ends at once; the promise resolves when the provider's has ended,
 * or when the auth machine has taken over. Never rejects.
 */
export async function logOut(): Promise<void> {
  toast.dismissAll()
  const isTakenOver = !window.dispatchEvent(new Event(LOGOUT_EVENT, { cancelable: true }))
  if (isTakenOver) return
  clearSession()
  await import('./session-exchange.ts')
    .then(({ endSession }) => endSession())
    .catch(() => undefined)
}
