import { clearSession } from './session.ts'

/** Signs the person out of this browser. */
export async function logOut(): Promise<void> {
  clearSession()
}
