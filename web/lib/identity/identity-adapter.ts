import type { SignInResult } from '#machines/auth/auth-machine.ts'
import type { AppliedLink } from '#machines/email-confirmation/email-confirmation-machine.ts'
import * as words from '#words/en/account/provider.ts'

export type { SignInResult } from '#machines/auth/auth-machine.ts'

/** A phone that is a second factor. */
export interface EnrolledPhone {
  id: string
  /** Complete or masked, as the provider returns it: '+15035550100', '+*******0100'. */
  number: string
  /** ISO instant, UTC. */
  since: string
}

/** The logged-in account at the provider. */
export interface Account {
  email: string
  emailVerified: boolean
  hasPassword: boolean
  hasGoogle: boolean
  phones: EnrolledPhone[]
}

/**
 * The logged-in user's own account. Every call rejects with `NoUserError` when the provider's session
 * has ended, otherwise like the errors of `Identity`. Calls that change the second factor or email may reject with
 * `auth/requires-recent-login`: reauthenticate and call again.
 */
export interface OwnAccount {
  readAccount(): Promise<Account>
  /** `photo` is an absolute URL, null to remove it, or undefined to keep it. */
  updateProfile(profile: { name: string; photo?: string | null }): Promise<void>
  /**
   * Sends an email whose link confirms the account's address.
   * @param returnTo the path of the site that is offered afterwards
   */
  sendEmailVerification(returnTo?: string): Promise<void>
  /**
   * Sends an email to a new address. Its link makes the address the account's; until then, the old
   * one stays. May reject with `auth/email-already-in-use` and `auth/requires-recent-login`.
   */
  sendEmailChange(input: { email: string }): Promise<void>
  /**
   * Sends a code to a phone (E.164) to enroll it as a second factor. Rejects with
   * `auth/unverified-email` while the account's email is not confirmed.
   */
  sendEnrollmentCode(input: { phone: string }): Promise<void>
  /** After a wrong code, another attempt is possible. */
  confirmEnrollment(input: { code: string }): Promise<void>
  removePhone(input: { id: string }): Promise<void>
  /**
   * Ends the account's other sessions, and logs in with the new password, except for accounts with a second
   * factor, whose user has to log in again. May reject with `auth/requires-recent-login`.
   */
  changePassword(input: { password: string }): Promise<void>
  /** Logs the same user in again; a second factor is required as with `signIn`. */
  reauthenticate(input: { password: string }): Promise<SignInResult>
  /** Like `signInWithGoogle`; rejects when another account is chosen. */
  reauthenticateWithGoogle(): Promise<SignInResult>
}

/**
 * The app's interface of the hosted identity provider. Calls reject with an
 * `Error` whose `message` is the provider's own text and whose `code` is its
 * code, e.g. `auth/invalid-credential`.
 */
export interface Identity extends OwnAccount {
  signIn(form: { email: string; password: string }): Promise<SignInResult>
  /** Creates an account with the name (or none at all) and logs in. */
  signUp(form: { name: string; email: string; password: string }): Promise<SignInResult>
  /** Opens Google's window; call it from a click. */
  signInWithGoogle(): Promise<SignInResult>
  /** Sends a code, or another one, to the phone of the pending login. */
  sendSecondFactorCode(): Promise<void>
  /** After a wrong code, another attempt is possible. */
  confirmSecondFactorCode(input: { code: string }): Promise<SignInResult>
  /** Succeeds for unknown emails, too: the provider does not reveal who is registered. */
  sendPasswordReset(input: { email: string }): Promise<void>
  /** The email of the account whose password the reset code changes. */
  verifyPasswordResetCode(input: { code: string }): Promise<{ email: string }>
  confirmPasswordReset(input: { code: string; password: string }): Promise<void>
  /**
   * Applies the code from an email's link; it works once. A link that confirms or changes an address
   * rejects with `login-required` unless its account is logged in here: the reader of the email may
   * not be the person who signed up or asked for the change.
   */
  confirmEmail(input: { code: string }): Promise<AppliedLink>
  /**
   * An ID token of the user logged in at the provider, after waiting for the session of an
   * earlier visit; null when no one is. `force` asks the provider for a new token.
   */
  freshIdToken(options: { force: boolean }): Promise<{ email: string; idToken: string } | null>
  signOut(): Promise<void>
  /**
   * Calls `listener` with the email whenever another user, or none (null), is logged in at the
   * provider, in this tab or another one; not for the state at the time of the call. Returns a
   * function that stops it.
   */
  onIdentityChanged(listener: (email: string | null) => void): () => void
}

/** The provider's session has ended, although ours may still be valid. */
export class NoUserError extends Error {
  override readonly name = 'NoUserError'

  constructor(options?: ErrorOptions) {
    super(words.noUser, options)
  }
}

/** The link in an email belongs to an account that is not logged in here. */
export class LoginRequiredError extends Error {
  override readonly name = 'LoginRequiredError'
  readonly code = 'login-required'
  /** The account's email, if it is the address to which the link was sent; otherwise null. */
  readonly email: string | null

  constructor(email: string | null) {
    super(words.logInToLinkAccount)
    this.email = email
  }
}
