/** Whom an ID token stands for, as the provider's own record of the account says. */
export interface VerifiedIdentity {
  /** The provider's id of the account. Never shown to anybody else. */
  uid: string
  /** In lower case. */
  email: string
  emailVerified: boolean
  name: string | null
  /** URL of a photo. */
  picture: string | null
}

/** The server's view of the hosted identity provider (spec section 1). All calls throw `IdentityError` only. */
export interface IdentityProvider {
  /**
   * Checks the token's signature, age, issuer and audience, that it was not revoked, and
   * that the account still exists, is not disabled and still has the token's email.
   * Throws `rejected` when one of these does not hold.
   */
  verify(idToken: string): Promise<VerifiedIdentity>
  accountExists(uid: string): Promise<boolean>
  /** Does nothing when the account is gone already. */
  deleteAccount(uid: string): Promise<void>
}

/** `rejected`: the token proves nothing (401). `unavailable`: the provider gave no answer (503). */
export type IdentityFailure = 'rejected' | 'unavailable'

/** The provider's no, or its silence; `failure` says which. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly failure: IdentityFailure

  constructor(failure: IdentityFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
