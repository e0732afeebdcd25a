/** A way to sign in that is linked to an account. */
export interface SignInMethod {
  /** The provider's name for it: 'password', 'google.com'. */
  id: string
  /** The email that this method belongs to, in lower case; it may differ from the account's. */
  email: string | null
}

/** An account as in the identity provider's record. */
export interface ProviderAccount {
  /** The provider's id of the account. Other users never see it. */
  uid: string
  /** In lower case. */
  email: string
  emailVerified: boolean
  disabled: boolean
  name: string | null
  /** URL of a photo. */
  picture: string | null
  methods: readonly SignInMethod[]
  /** Ids of the enrolled second factors. */
  secondFactors: readonly string[]
  /** The provider refuses sign-ins from before this instant; null for none. */
  validFrom: Date | null
}

/** The account of an ID token, and how its holder signed in. */
export interface VerifiedIdentity extends ProviderAccount {
  /** When the holder last signed in. */
  authTime: Date
  /** The sign-in method that was used: 'password', 'google.com'. */
  signInMethod: string
  usedSecondFactor: boolean
}

/** The identity provider as the server uses it. All calls throw only `IdentityError`. */
export interface IdentityProvider {
  /**
   * Checks the token's signature, age, issuer and audience; that it was not revoked; that the account exists,
   * is enabled and has the token's email; and that a second factor was used if the account has one. Throws
   * `rejected` otherwise.
   */
  verify(idToken: string): Promise<VerifiedIdentity>
  accountExists(uid: string): Promise<boolean>
  /** The accounts that still exist, by uid. */
  findAccounts(uids: readonly string[]): Promise<Map<string, ProviderAccount>>
  /**
   * Reduces an account to one sign-in method: unlinks the others, removes every second factor and ends the
   * provider's sessions. A `password` can only be kept; if another method is kept, it is replaced by a random
   * one.
   * @returns since when the provider's sessions are valid
   */
  keepOnly(uid: string, method: string | null): Promise<Date>
  /**
   * Ends the provider's sessions: renewing one requires a new login.
   * @returns since when the provider's sessions are valid
   */
  endSessions(uid: string): Promise<Date>
  /**
   * Removes every second factor, and ends the provider's sessions.
   * @returns since when the provider's sessions are valid
   */
  removeSecondFactors(uid: string): Promise<Date>
  /** Does nothing when the account no longer exists. */
  deleteAccount(uid: string): Promise<void>
}

/** `rejected`: the token is not valid (401). `unavailable`: the provider did not answer (503). */
type IdentityFailure = 'rejected' | 'unavailable'

/** The provider refused, or did not answer; `failure` says which. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly failure: IdentityFailure

  constructor(failure: IdentityFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
