import { useSyncExternalStore } from 'react'
import { readSession, type Session, subscribeToSession } from './session.ts'

/** The current session; null when logged out, and on the server. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, readSession, () => null)
}
