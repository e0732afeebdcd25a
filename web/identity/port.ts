import type { SignInResult } from '../../machines/auth.ts'

export type { SignInResult } from '../../machines/auth.ts'

/**
 * What the app needs of the hosted identity provider (spec section 1). Calls reject with an
 * `Error` whose `message` is the provider's own text (spec section 8) and whose `code` is its
 * code, e.g. `auth/invalid-credential`.
 */
export interface Identity {
  signIn(form: { email: string; password: string }): Promise<SignInResult>
  /** Makes an account that carries the name, or none at all, and signs in to it. */
  signUp(form: { name: string; email: string; password: string }): Promise<SignInResult>
  /** Opens Google's window; call it from a click. */
  signInWithGoogle(): Promise<SignInResult>
  /** Sends a code, or another one, to the phone of the sign-in that required it. */
  sendSecondFactorCode(): Promise<void>
  /** A wrong code leaves the sign-in open for another attempt. */
  confirmSecondFactorCode(input: { code: string }): Promise<SignInResult>
  /** Succeeds for unknown emails too: the provider does not tell who is registered. */
  sendPasswordReset(input: { email: string }): Promise<void>
  /** Whose password the code of a reset link changes. */
  verifyPasswordResetCode(input: { code: string }): Promise<{ email: string }>
  confirmPasswordReset(input: { code: string; password: string }): Promise<void>
  /**
   * Proof for our server of who is signed in at the provider, after waiting for the session of an
   * earlier visit; null when nobody is, or no longer. `force` asks the provider for a new token.
   */
  freshIdToken(options: { force: boolean }): Promise<{ email: string; idToken: string } | null>
  /** Rejects with 'No user is logged in' when nobody is signed in (spec section 8). */
  updateProfile(profile: { name: string; photo: string | null }): Promise<void>
  signOut(): Promise<void>
  /**
   * Calls `listener` with the email whenever somebody else, or nobody (null), is signed in at
   * the provider, be it through this tab or another one; not for what is so at the call.
   * Returns the function that stops it.
   */
  onIdentityChanged(listener: (email: string | null) => void): () => void
}
