import { toast } from '../../components/toasts.tsx'
import { clearSession } from '../../lib/session.ts'

type LogOut = () => Promise<void>

let provided: LogOut | null = null

/**
 * Says who logs out while the auth machine runs, so that it knows why the session ended.
 * Returns the function that takes it back.
 */
export function provideLogOut(logOut: LogOut): () => void {
  provided = logOut
  return () => {
    if (provided === logOut) provided = null
  }
}

/**
 * Signs the visitor out, on every page of the site; resolves when it is done, never rejects. Our
 * session ends at once, before the code has come that ends the provider's.
 */
export async function logOut(): Promise<void> {
  toast.dismissAll()
  if (provided) return provided()
  clearSession()
  await import('./session-exchange.ts')
    .then(({ endSession }) => endSession())
    .catch(() => undefined)
}
