import {
  IdentityError,
  type IdentityProvider,
  type VerifiedIdentity,
} from '../identity/identity-provider.ts'

export interface FakeIdentity extends IdentityProvider {
  /** An ID token for the account, which need not exist. */
  tokenFor(account: Partial<VerifiedIdentity> & { email: string }): string
  /** Accounts that `accountExists` knows. */
  readonly accounts: Set<string>
  /** Makes every call fail as if the provider were away, until set back. */
  unavailable: boolean
}

const PREFIX = 'fake-id-token.'

/** The uid of whoever signs up with that email, unless the test says otherwise. */
export function uidOf(email: string): string {
  return `uid-${Buffer.from(email).toString('base64url')}`
}

/** An identity provider for tests, in memory: its tokens say in clear text whom they stand for. */
export function createFakeIdentity(): FakeIdentity {
  const accounts = new Set<string>()
  const identity: FakeIdentity = {
    accounts,
    unavailable: false,
    tokenFor({ email, uid = uidOf(email), emailVerified = false, name = null, picture = null }) {
      accounts.add(uid)
      const claims: VerifiedIdentity = { uid, email, emailVerified, name, picture }
      return PREFIX + Buffer.from(JSON.stringify(claims)).toString('base64url')
    },
    async verify(idToken) {
      requireProvider()
      if (!idToken.startsWith(PREFIX)) throw new IdentityError('rejected', 'This is no ID token.')
      const claims: VerifiedIdentity = JSON.parse(
        Buffer.from(idToken.slice(PREFIX.length), 'base64url').toString(),
      )
      return claims
    },
    async accountExists(uid) {
      requireProvider()
      return accounts.has(uid)
    },
    async deleteAccount(uid) {
      requireProvider()
      accounts.delete(uid)
    },
  }
  function requireProvider() {
    if (identity.unavailable) {
      throw new IdentityError('unavailable', 'The identity provider gave no answer.')
    }
  }
  return identity
}
