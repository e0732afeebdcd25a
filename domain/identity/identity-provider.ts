/** A way to sign in that is linked to an account. */
export interface SignInMethod {
  /** The provider's name for it: 'password', 'google.com'. */
  id: string
  /** The email that this method belongs to, in lower case; it may differ from the account's. */
  email: string | null
}

/** An account as the identity provider's own record has it now. */
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
  /** The provider refuses sign-ins from before this instant; null when it refuses none. */
  validFrom: Date | null
}

/** The account that an ID token stands for, and how its holder signed in. */
export interface VerifiedIdentity extends ProviderAccount {
  /** When the holder last signed in. */
  authTime: Date
  /** The sign-in method that was used: 'password', 'google.com'. */
  signInMethod: string
  usedSecondFactor: boolean
}

/** The server's view of the hosted identity provider. All calls throw `IdentityError` only. */
export interface IdentityProvider {
  /**
   * Checks the token's signature, age, issuer and audience, that it was not revoked, that the
   * account still exists, is not disabled and still has the token's email, and that a second
   * factor was used if the account has one.
   * Throws `rejected` when one of these does not hold.
   */
  verify(idToken: string): Promise<VerifiedIdentity>
  accountExists(uid: string): Promise<boolean>
  /** The accounts that still exist, by uid. */
  findAccounts(uids: readonly string[]): Promise<Map<string, ProviderAccount>>
  /**
   * Leaves an account with one sign-in method: unlinks the others, removes every second factor and
   * ends the provider's sessions. `password` can only be kept; if another method is kept, the
   * password is replaced by a random one.
   * @returns since when the provider's sessions are valid now
   */
  keepOnly(uid: string, method: string | null): Promise<Date>
  /**
   * Ends the provider's sessions: renewing a session needs a new login.
   * @returns since when the provider's sessions are valid now
   */
  endSessions(uid: string): Promise<Date>
  /** Does nothing when the account is gone already. */
  deleteAccount(uid: string): Promise<void>
}

/** `rejected`: the token proves nothing (401). `unavailable`: the provider gave no answer (503). */
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
