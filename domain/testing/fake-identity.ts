import {
  IdentityError,
  type IdentityProvider,
  type ProviderAccount,
  type VerifiedIdentity,
} from '../identity/identity-provider.ts'

export interface FakeIdentity extends IdentityProvider {
  /** An ID token for the account, which need not exist. */
  tokenFor(account: Partial<VerifiedIdentity> & { email: string }): string
  /** Accounts that `accountExists` knows. */
  readonly accounts: Set<string>
  /** Results of `findAccounts`, besides ordinary accounts. */
  readonly records: Map<string, ProviderAccount | null>
  /** Calls that end sessions: 'uid keeps google.com', 'uid keeps no second factor', 'uid ended'. */
  readonly changes: string[]
  /** Makes every call fail as if the provider were unavailable. */
  unavailable: boolean
}

const PREFIX = 'fake-id-token.'

/** The default uid of the user who signs up with that email. */
export function uidOf(email: string): string {
  return `uid-${Buffer.from(email).toString('base64url')}`
}

/**
 * An in-memory identity provider for tests; its tokens name the account in plain text.
 * @param now the default time of a login
 */
export function createFakeIdentity(now: () => Date = () => new Date()): FakeIdentity {
  const accounts = new Set<string>()
  const records = new Map<string, ProviderAccount | null>()
  const changes: string[] = []
  /** The email of each account's last token. */
  const emails = new Map<string, string>()
  /** Logins before these instants are refused. */
  const validFrom = new Map<string, Date>()
  const identity: FakeIdentity = {
    accounts,
    records,
    changes,
    unavailable: false,
    tokenFor({ email, ...account }) {
      const uid = account.uid ?? uidOf(email)
      accounts.add(uid)
      emails.set(uid, email)
      const claims: VerifiedIdentity = {
        ...plain(uid),
        authTime: now(),
        signInMethod: 'password',
        usedSecondFactor: false,
        name: email.replace(/@.*/, ''),
        ...account,
        uid,
        email,
      }
      return PREFIX + Buffer.from(JSON.stringify(claims)).toString('base64url')
    },
    async verify(idToken) {
      requireProvider()
      if (!idToken.startsWith(PREFIX)) {
        throw new IdentityError('rejected', 'This is not an ID token.')
      }
      const claims = JSON.parse(Buffer.from(idToken.slice(PREFIX.length), 'base64url').toString())
      const authTime = new Date(claims.authTime)
      if (authTime < (validFrom.get(claims.uid) ?? authTime)) {
        throw new IdentityError('rejected', 'The token was revoked.')
      }
      return { ...claims, authTime, validFrom: claims.validFrom && new Date(claims.validFrom) }
    },
    async accountExists(uid) {
      requireProvider()
      return accounts.has(uid)
    },
    async findAccounts(uids) {
      requireProvider()
      const found = uids.map((uid) => [uid, records.get(uid)] as const)
      return new Map(
        found.flatMap(([uid, record]) => (record === null ? [] : [[uid, record ?? plain(uid)]])),
      )
    },
    async keepOnly(uid, method) {
      requireProvider()
      changes.push(`${uid} keeps ${method}`)
      return revoke(uid)
    },
    async endSessions(uid) {
      requireProvider()
      changes.push(`${uid} ended`)
      return revoke(uid)
    },
    async removeSecondFactors(uid) {
      requireProvider()
      changes.push(`${uid} keeps no second factor`)
      const record = records.get(uid)
      if (record) records.set(uid, { ...record, secondFactors: [] })
      return revoke(uid)
    },
    async deleteAccount(uid) {
      requireProvider()
      accounts.delete(uid)
    },
  }
  function revoke(uid: string): Date {
    validFrom.set(uid, now())
    return now()
  }
  function plain(uid: string): ProviderAccount {
    const email = emails.get(uid) ?? `${uid}@example.com`
    return {
      uid,
      email,
      emailVerified: true,
      disabled: false,
      name: null,
      picture: null,
      methods: [{ id: 'password', email }],
      secondFactors: [],
      validFrom: validFrom.get(uid) ?? null,
    }
  }
  function requireProvider() {
    if (identity.unavailable) {
      throw new IdentityError('unavailable', 'The identity provider did not answer.')
    }
  }
  return identity
}
