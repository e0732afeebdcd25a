import { setTimeout } from 'node:timers/promises'
import pTimeout from 'p-timeout'
import type { Database } from '#drizzle/client.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { applyProviderState, findProviderEnd } from './open-session.ts'

/** How many accounts the provider is asked about in one call. */
const BATCH = 100

/** The most accounts that wait to be checked; further ones wait for their next request. */
const MOST_WAITING = 1_000

/** How long accounts are collected for one call, in milliseconds. */
const GATHER_MS = 100

/** How long `check` waits for the provider, in milliseconds. */
const CHECK_MS = 2_000

export interface AccountWatch {
  /** Checks an active account soon, at most once per interval. Delays nothing. */
  note(uid: string): void
  /**
   * Checks it at once, at most once per interval. Resolves when its sessions have been ended if necessary, or
   * after two seconds.
   */
  check(uid: string): Promise<void>
}

/**
 * Asks the identity provider about the accounts of users who make requests, and ends their sessions if the
 * account was disabled, deleted or reset there, or its email changed.
 * @param intervalMs how often an account is checked, in milliseconds; 0 for never
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
  /** When each account was last checked, by `performance.now()`; the oldest first. */
  const askedAt = new Map<string, number>()
  const waiting = new Set<string>()
  const checks = new Map<string, Promise<void>>()
  let isRunning = false

  function isDue(uid: string): boolean {
    const time = performance.now()
    if (intervalMs === 0) return false
    if (time - (askedAt.get(uid) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false
    forgetBefore(time - intervalMs)
    askedAt.delete(uid)
    askedAt.set(uid, time)
    return true
  }

  function forgetBefore(time: number): void {
    for (const [uid, asked] of askedAt) {
      if (asked > time) return
      askedAt.delete(uid)
    }
  }

  async function ask(uids: readonly string[]): Promise<void> {
    try {
      const accounts = await identity.findAccounts(uids)
      const ended = uids.filter((uid) => {
        const user = findUser(db, uid)
        return user && findProviderEnd(user, accounts.get(uid))
      })
      if (ended.length === 0) return
      await writeTransaction(db, (tx) => {
        for (const uid of ended) applyProviderState(tx, uid, accounts.get(uid), now())
      })
    } catch (error) {
      // The provider or the database is unavailable: sessions continue, and are checked again later.
      onError(error)
    }
  }

  async function askWaiting(): Promise<void> {
    isRunning = true
    while (waiting.size > 0) {
      await setTimeout(GATHER_MS)
      const uids = [...waiting].slice(0, BATCH)
      for (const uid of uids) waiting.delete(uid)
      await ask(uids)
    }
    isRunning = false
  }

  return {
    note(uid) {
      if (waiting.size >= MOST_WAITING || !isDue(uid)) return
      waiting.add(uid)
      if (!isRunning) void askWaiting()
    },
    async check(uid) {
      if (isDue(uid))
        checks.set(
          uid,
          ask([uid]).finally(() => checks.delete(uid)),
        )
      const running = checks.get(uid)
      if (running) await pTimeout(running, { milliseconds: CHECK_MS, fallback() {} })
    },
  }
}
