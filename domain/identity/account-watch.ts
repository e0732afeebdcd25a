import type { Database } from '../../drizzle/client.ts'
import { findUser } from '../../drizzle/queries/users.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { applyProviderState, findProviderEnd } from './open-session.ts'

/** The provider is asked about as many accounts at once. */
const BATCH = 100

/** Accounts that wait to be asked about; more are left to their next request. */
const MOST_WAITING = 1_000

/** How long requests gather before the provider is asked, in milliseconds. */
const GATHER_MS = 100

export interface AccountWatch {
  /** Says that a user is active: asks the provider about the account, but not too often. */
  note(uid: string): void
  /** Resolves when everybody who was noted has been asked about. */
  settled(): Promise<void>
}

/**
 * Asks the identity provider about the accounts of users who make requests, in batches, and ends
 * their sessions if the account was disabled, deleted or reset there. The request that asks is not
 * delayed; the next one is refused.
 * @param intervalMs how often one account is asked about, in milliseconds; 0 for never
 */
export function watchAccounts({
  db,
  identity,
  now,
  intervalMs,
  onError,
}: {
  db: Database
  identity: Pick<IdentityProvider, 'findAccounts'>
  now: () => Date
  intervalMs: number
  onError: (error: unknown) => void
}): AccountWatch {
  /** When an account was last asked about, by `performance.now()`; the oldest first. */
  const askedAt = new Map<string, number>()
  const waiting = new Set<string>()
  let running: Promise<void> | undefined

  function note(uid: string): void {
    if (intervalMs === 0 || waiting.size >= MOST_WAITING) return
    const time = performance.now()
    if (time - (askedAt.get(uid) ?? Number.NEGATIVE_INFINITY) < intervalMs) return
    forgetBefore(time - intervalMs)
    askedAt.delete(uid)
    askedAt.set(uid, time)
    waiting.add(uid)
    running ??= run().finally(() => {
      running = undefined
    })
  }

  function forgetBefore(time: number): void {
    for (const [uid, asked] of askedAt) {
      if (asked > time) return
      askedAt.delete(uid)
    }
  }

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      const uids = [...waiting].slice(0, BATCH)
      for (const uid of uids) waiting.delete(uid)
      try {
        const accounts = await identity.findAccounts(uids)
        const ended = uids.filter((uid) => {
          const user = findUser(db, uid)
          return user && findProviderEnd(user, accounts.get(uid))
        })
        if (ended.length === 0) continue
        await writeTransaction(db, () => {
          for (const uid of ended) applyProviderState(db, uid, accounts.get(uid), now())
        })
      } catch (error) {
        // The provider is away, or the database busy: sessions go on, and are asked about again.
        onError(error)
      }
    }
  }

  return { note, settled: async () => running }
}
