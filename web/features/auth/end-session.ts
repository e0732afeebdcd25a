import { clearSession } from '../../lib/session.ts'
import { loadIdentity } from './identity.ts'

/**
 * Ends the session in this and every other tab, then at the provider. Never rejects: what the
 * provider may still remember is of no use without our session.
 */
export async function endSession(): Promise<void> {
  clearSession()
  try {
    const identity = await loadIdentity()
    await identity.signOut()
  } catch {
    // The provider's code did not load, or could not reach its own storage.
  }
}
