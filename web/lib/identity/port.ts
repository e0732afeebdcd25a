import type { SignInResult } from '../../../machines/auth/auth-machine.ts'

export type { SignInResult } from '../../../machines/auth/auth-machine.ts'

/** A phone that signing in wants a code of. */
export interface EnrolledPhone {
  id: string
  /** Complete or masked, as the provider returns it: '+15035550100', '+*******0100'. */
  number: string
  /** ISO instant, UTC. */
  since: string
}

/** The signed-in account, as the provider knows it now. */
export interface Account {
  email: string
  emailVerified: boolean
  hasPassword: boolean
  hasGoogle: boolean
  phones: EnrolledPhone[]
}

/**
 * What a signed-in person does with their own account. Every call rejects with `NoUserError` when
 * the provider's session is gone, otherwise as those of `Identity` do. Those that change the
 * second factor may reject with `auth/requires-recent-login`: reauthenticate, and call again.
 */
export interface OwnAccount {
  readAccount(): Promise<Account>
  /** `photo` is an absolute URL, or null to have none; without it the photo stays. */
  updateProfile(profile: { name: string; photo?: string | null }): Promise<void>
  /** Sends an email whose link confirms the account's address. */
  sendEmailVerification(): Promise<void>
  /**
   * Sends a code to a phone (E.164) that is to become a second factor. Rejects with
   * `auth/unverified-email` while the account's email is not confirmed.
   */
  sendEnrolmentCode(input: { phone: string }): Promise<void>
  /** A wrong code leaves the enrolment open for another attempt. */
  confirmEnrolment(input: { code: string }): Promise<void>
  removePhone(input: { id: string }): Promise<void>
  /** Signs the same person in once more; a second factor is asked for as with `signIn`. */
  reauthenticate(input: { password: string }): Promise<SignInResult>
  /** As `signInWithGoogle`; rejects when another account is chosen. */
  reauthenticateWithGoogle(): Promise<SignInResult>
}

/**
 * What the app needs of the hosted identity provider. Calls reject with an
 * `Error` whose `message` is the provider's own text and whose `code` is its
 * code, e.g. `auth/invalid-credential`.
 */
export interface Identity extends OwnAccount {
  signIn(form: { email: string; password: string }): Promise<SignInResult>
  /** Makes an account that carries the name, or none at all, and signs in to it. */
  signUp(form: { name: string; email: string; password: string }): Promise<SignInResult>
  /** Opens Google's window; call it from a click. */
  signInWithGoogle(): Promise<SignInResult>
  /** Sends a code, or another one, to the phone of the sign-in that required it. */
  sendSecondFactorCode(): Promise<void>
  /** A wrong code leaves the sign-in open for another attempt. */
  confirmSecondFactorCode(input: { code: string }): Promise<SignInResult>
  /** Succeeds for unknown emails, too: the provider does not reveal who is registered. */
  sendPasswordReset(input: { email: string }): Promise<void>
  /** Whose password the code of a reset link changes. */
  verifyPasswordResetCode(input: { code: string }): Promise<{ email: string }>
  confirmPasswordReset(input: { code: string; password: string }): Promise<void>
  /** Applies the code from an email's link; it works once. */
  confirmEmail(input: { code: string }): Promise<void>
  /**
   * Proof for our server of who is signed in at the provider, after waiting for the session of an
   * earlier visit; null when no one is. `force` asks the provider for a new token.
   */
  freshIdToken(options: { force: boolean }): Promise<{ email: string; idToken: string } | null>
  signOut(): Promise<void>
  /**
   * Calls `listener` with the email whenever another user, or none (null), is logged in at
   * the provider, be it through this tab or another one; not for what is so at the call.
   * Returns the function that stops it.
   */
  onIdentityChanged(listener: (email: string | null) => void): () => void
}
