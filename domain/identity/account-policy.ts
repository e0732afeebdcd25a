import type { ProviderAccount, VerifiedIdentity } from './identity-provider.ts'

// Anyone can sign up with someone else's email. These rules alone decide what an account may do before its
// email is verified, and what happens when it becomes verified (docs/requirements.md#unverified-accounts).

interface AccountPermissions {
  /** May become an administrator. */
  canBePromoted: boolean
  /** May take over the data of a deleted account with the same email. */
  canTakeOverData: boolean
  /** How many unpaid upcoming appointments it may have; null for no limit. */
  unpaidLimit: number | null
}

/** How many unpaid upcoming appointments an account may have; 0 for no limit. */
export interface UnpaidLimits {
  verified: number
  unverified: number
}

const NO_LIMITS: UnpaidLimits = { verified: 0, unverified: 0 }

/** The rights of an account. Logging in, booking within the limit and paying need no verified email. */
export function permissionsOf(
  { emailVerified }: { emailVerified: boolean },
  limits: UnpaidLimits = NO_LIMITS,
): AccountPermissions {
  const limit = emailVerified ? limits.verified : limits.unverified
  return {
    canBePromoted: emailVerified,
    canTakeOverData: emailVerified,
    unpaidLimit: limit === 0 ? null : limit,
  }
}

interface CredentialDecision {
  /**
   * Other people may hold credentials from before the email was verified: keep only the method `keep`, and
   * end all sessions.
   */
  replaces: boolean
  /** The sign-in method that proves the address; null when none does. */
  keep: string | null
  /** Whether this sign-in used the method that is kept. */
  isAdmitted: boolean
}

const UNCHANGED: CredentialDecision = { replaces: false, keep: null, isAdmitted: true }

/**
 * Decides which credentials survive when an email is verified for the first time. Google vouches for its own
 * addresses, so a linked Google account with this email is kept rather than a password. Otherwise the address
 * was verified by a link sent to it; resetting the password uses such a link, so the password is kept. Every
 * other linked method may belong to someone else.
 * @param known the stored account; undefined when it is new
 */
export function decideCredentials(
  identity: VerifiedIdentity,
  known: { emailVerified: boolean; credentials: readonly string[] | null } | undefined,
): CredentialDecision {
  if (!identity.emailVerified || known?.emailVerified) return UNCHANGED
  const isOwn = (id: string) =>
    identity.methods.some((method) => method.id === id && method.email === identity.email)
  const keep = ['google.com', 'password'].find(isOwn) ?? null
  const others = new Set(
    [...credentialsOf(identity), ...(known?.credentials ?? [])].filter((id) => id !== keep),
  )
  const isAdmitted = identity.signInMethod === keep
  return { replaces: others.size > 0 || !isAdmitted, keep, isAdmitted }
}

/** Ids of all sign-in methods and second factors, as they are stored. */
export function credentialsOf(account: Pick<ProviderAccount, 'methods' | 'secondFactors'>) {
  const factors = account.secondFactors.map((id) => `${SECOND_FACTOR}${id}`)
  return [...account.methods.map(({ id }) => id), ...factors].toSorted()
}

/** Whether these credentials, as they are stored, contain a second factor. */
export const hasSecondFactor = (credentials: readonly string[] | null) =>
  credentials?.some((id) => id.startsWith(SECOND_FACTOR)) ?? false

const SECOND_FACTOR = 'second-factor:'

type AccountChange =
  | 'email_changed'
  | 'password_reset'
  | 'credential_removed'
  | 'second_factor_added'

/**
 * Compares the stored account with the provider's record.
 * @returns why earlier sessions have to end; null when they may continue
 */
export function findAccountChange(
  known: { email: string; credentials: readonly string[] | null; providerValidFrom: Date | null },
  account: Pick<ProviderAccount, 'email' | 'methods' | 'secondFactors' | 'validFrom'>,
): AccountChange | null {
  const { credentials, providerValidFrom } = known
  if (credentials === null || providerValidFrom === null) return null
  const validFrom = account.validFrom ?? new Date(0)
  // Whether the provider then revokes its own sessions depends on how the email was changed.
  if (account.email !== known.email) return 'email_changed'
  if (validFrom > providerValidFrom) return 'password_reset'
  const current = credentialsOf(account)
  if (credentials.some((id) => !current.includes(id))) return 'credential_removed'
  const added = current.filter((id) => !credentials.includes(id))
  return added.some((id) => id.startsWith(SECOND_FACTOR)) ? 'second_factor_added' : null
}
