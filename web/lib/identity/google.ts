import { type AuthProvider, GoogleAuthProvider } from 'firebase/auth'

/** Google's window asks which account is meant, also of who has only one. */
export function chooseGoogleAccount(): AuthProvider {
  return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
}
