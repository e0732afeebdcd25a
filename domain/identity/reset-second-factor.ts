import type { SecondFactorResetReason } from '#contract/identity/users.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findUserByEmail, type UserRow, updateUser } from '#drizzle/queries/identity/users.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { credentialsOf, hasSecondFactor } from './account-policy.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityProvider } from './identity-provider.ts'

interface Context {
  db: Database
  identity: IdentityProvider
  now: () => Date
}

interface Reset {
  /** Of the user, in lower case. */
  email: string
  /** Uid of the admin. */
  actor: string
  reason: SecondFactorResetReason
}

/**
 * Turns a user's two-step verification off, first at the provider, ends their sessions and emails them
 * (docs/requirements.md#two-step-verification). May be repeated after a failure.
 * @throws IdentityError, or SqliteError SQLITE_BUSY
 */
export async function resetSecondFactor(
  { db, identity, now }: Context,
  { email, actor, reason }: Reset,
): Promise<'reset' | 'unknown_user' | 'own_account' | 'no_second_factor'> {
  const user = findUserByEmail(db, email)
  if (!user) return 'unknown_user'
  const { uid } = user
  if (uid === actor) return 'own_account'
  const account = (await identity.findAccounts([uid])).get(uid)
  if (!account) return 'unknown_user'
  // After a failure of the transaction below only the provider has none.
  if (account.secondFactors.length === 0 && !hasSecondFactor(user.credentials)) {
    return 'no_second_factor'
  }
  const providerValidFrom = await identity.removeSecondFactors(uid)
  const credentials = credentialsOf({ ...account, secondFactors: [] })
  return writeTransaction(db, (tx) => {
    const at = now()
    endSessions(tx, uid, { reason: 'second_factor_reset', actor, now: at })
    updateUser(tx, uid, { credentials, providerValidFrom })
    const data = { reason }
    appendEvent(tx, { kind: 'user.second_factor_reset', actor, subject: uid, data }, at)
    notify(tx, user, at)
    return 'reset'
  })
}

function notify(db: Transaction, { uid, email: recipient }: UserRow, now: Date): void {
  const dedupeKey = `second_factor_reset:${uid}:${now.toISOString()}`
  const to = { uid, recipient, dedupeKey, dueAt: now }
  addNotification(db, { kind: 'second_factor_reset', data: {}, ...to }, now)
}
