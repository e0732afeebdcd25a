import type { SessionEnd } from '#contract/identity/users.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { continueSession, isSignInEnded } from '#drizzle/queries/identity/sessions.ts'
import {
  type Account,
  findUser,
  type UserRow,
  updateUser,
} from '#drizzle/queries/identity/users.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { type Language, toStored } from '#words/languages.ts'
import {
  credentialsOf,
  decideCredentials,
  findAccountChange,
  permissionsOf,
} from './account-policy.ts'
import { type AdmissionOutcome, admitAccount, relinkAccount } from './admission.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityProvider, ProviderAccount, VerifiedIdentity } from './identity-provider.ts'

interface Context {
  db: Database
  identity: IdentityProvider
  now: () => Date
}

interface Browser {
  /** Browser and system: 'Firefox on Windows'. */
  device: string
  /** The browser's previous session, if any. */
  previous: string | undefined
  /** Of the page that opens the session. */
  language: Language
}

type SessionOutcome =
  | {
      outcome: 'opened'
      user: UserRow
      sessionId: string
      /** What happened to the user's row. */
      admission: 'registered' | 'known' | 'updated' | 'relinked'
    }
  /** The sign-in used a credential that the owner of the address has not confirmed. */
  | { outcome: 'not_admitted' }
  /** The user has ended the session that this sign-in opened. */
  | { outcome: 'ended' }
  /** An admin removed the user. */
  | { outcome: 'removed' }
  /** The email belongs to another account. */
  | { outcome: 'email_taken' }

/** The result of an attempt; a taken email comes with the account that holds it. */
type Attempt =
  | Exclude<SessionOutcome, { outcome: 'email_taken' }>
  | Extract<AdmissionOutcome, { outcome: 'email_taken' }>

/**
 * Opens or renews a session for a verified sign-in: registers the account the first time, and stores what the
 * provider reports about it. Earlier sessions end if the provider revoked its own, if the email changed or a
 * credential was removed, or if the email is verified and another person may hold a credential.
 * @throws IdentityError, or SqliteError SQLITE_BUSY; then nothing has changed here
 */
export async function openSession(
  { db, identity, now }: Context,
  verified: VerifiedIdentity,
  browser: Browser,
): Promise<SessionOutcome> {
  const { uid, authTime } = verified
  const known = findUser(db, uid)
  const decision = decideCredentials(verified, known)
  let providerValidFrom = verified.validFrom ?? new Date(0)
  let { methods } = verified
  if (decision.replaces) {
    providerValidFrom = await identity.keepOnly(uid, decision.keep)
    methods = methods.filter(({ id }) => id === decision.keep)
  }
  const secondFactors = decision.replaces ? [] : verified.secondFactors
  const account: Account = {
    uid,
    email: verified.email,
    emailVerified: verified.emailVerified,
    name: verified.name,
    photo: verified.picture,
    credentials: credentialsOf({ methods, secondFactors }),
    providerValidFrom,
  }

  const admit = (tx: Transaction): Attempt => {
    const before = findUser(tx, uid)
    const reason = before && findAccountChange(before, verified)
    if (before && decision.replaces) {
      endSessions(tx, uid, { reason: 'email_verified', actor: uid, now: now() })
    } else if (reason) {
      endSessions(tx, uid, { reason, actor: null, now: now() })
    }
    if (!decision.isAdmitted) return { outcome: 'not_admitted' }
    if (isSignInEnded(tx, { uid, authTime, previous: browser.previous }))
      return { outcome: 'ended' }
    return open(tx, admitAccount(tx, account, now(), toStored(browser.language)))
  }
  const open = (tx: Transaction, result: AdmissionOutcome): Attempt => {
    if (result.outcome === 'removed' || result.outcome === 'email_taken') return result
    // Read again, because ending sessions has changed the row.
    const user = findUser(tx, uid) ?? result.user
    const sessionId = continueSession(tx, { uid, authTime, ...browser }, now())
    return { outcome: 'opened', user, sessionId, admission: result.outcome }
  }

  let result = await writeTransaction(db, admit)
  if (result.outcome === 'email_taken' && permissionsOf(verified).canTakeOverData) {
    const from = result.holder
    if (!(await identity.accountExists(from))) {
      result = await writeTransaction(db, (tx) =>
        open(tx, relinkAccount(tx, account, { from, now: now() })),
      )
    }
  }
  return result.outcome === 'email_taken' ? { outcome: 'email_taken' } : result
}

/**
 * Why a user's sessions have to end, by the provider's record of the account.
 * @param account undefined when the provider no longer has it
 */
export function findProviderEnd(
  user: Pick<UserRow, 'email' | 'credentials' | 'providerValidFrom'>,
  account: ProviderAccount | undefined,
): SessionEnd | null {
  if (!account) return 'account_deleted'
  if (account.disabled) return 'account_disabled'
  return findAccountChange(user, account)
}

/**
 * Ends a user's sessions if the provider has disabled or deleted the account, changed its email,
 * revoked its own sessions, or removed a credential.
 */
export function applyProviderState(
  db: Transaction,
  uid: string,
  account: ProviderAccount | undefined,
  now: Date,
): void {
  const user = findUser(db, uid)
  const reason = user && findProviderEnd(user, account)
  if (!reason) return
  endSessions(db, uid, { reason, actor: null, now })
  if (!account) return
  updateUser(db, uid, {
    credentials: credentialsOf(account),
    providerValidFrom: account.validFrom ?? new Date(0),
  })
}

/** Ends all of a user's sessions, first at the provider, so that none is renewed in between. */
export async function logOutEverywhere({ db, identity, now }: Context, uid: string) {
  const providerValidFrom = await identity.endSessions(uid)
  return writeTransaction(db, (tx) => {
    updateUser(tx, uid, { providerValidFrom })
    return endSessions(tx, uid, { reason: 'logged_out_everywhere', actor: uid, now: now() })
  })
}
