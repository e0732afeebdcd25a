import { setTimeout as sleep } from 'node:timers/promises'
import { BUSY_TIMEOUT_MS, type Database } from './client.ts'

/** How long one attempt may hold up the event loop waiting for the lock, in milliseconds. */
const ATTEMPT_MS = 20

/** How long a change waits for another process's write lock altogether, in milliseconds. */
const PATIENCE_MS = 3_000

/**
 * Runs `change` in one IMMEDIATE transaction: it has the write lock from its first read on, so
 * what it has read cannot change under it. `change` is synchronous and uses `db` itself.
 *
 * While another process holds the lock this waits without holding up the event loop, in which
 * other requests are being answered.
 *
 * @throws SqliteError SQLITE_BUSY when the lock is not to be had in time; nothing has run then
 */
export async function writeTransaction<Result>(
  db: Database,
  change: () => Result,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const attempt = tryOnce(db, change)
    if (attempt.done) return attempt.result
    if (performance.now() >= deadline) throw attempt.busy
    // Not all in step: the waiting processes would meet again at the same moment.
    await sleep(5 + Math.random() * 20)
  }
}

type Attempt<Result> = { done: true; result: Result } | { done: false; busy: unknown }

function tryOnce<Result>(db: Database, change: () => Result): Attempt<Result> {
  let begun = false
  waitForLock(db, ATTEMPT_MS)
  try {
    const result = db.transaction(
      () => {
        begun = true
        waitForLock(db, BUSY_TIMEOUT_MS)
        return change()
      },
      { behavior: 'immediate' },
    )
    return { done: true, result }
  } catch (error) {
    if (begun || !isBusy(error)) throw error
    return { done: false, busy: error }
  } finally {
    if (!begun) waitForLock(db, BUSY_TIMEOUT_MS)
  }
}

// SQLite carries this pragma out when it is prepared: a statement kept for later would do nothing.
function waitForLock({ $client }: Database, ms: number) {
  $client.pragma(`busy_timeout = ${ms}`)
}

/** Whether SQLite gave up waiting for another process. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
