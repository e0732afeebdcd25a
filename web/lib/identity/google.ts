import { type AuthProvider, GoogleAuthProvider } from 'firebase/auth'

/** Google's window always asks which account to use. */
export function chooseGoogleAccount(): AuthProvider {
  return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
}
