import { setTimeout as sleep } from 'node:timers/promises'
import { BUSY_TIMEOUT_MS, type Database, type Transaction } from './client.ts'

// Group commit. With synchronous=FULL each commit waits for the disk, which takes longer than the
// writes themselves. Changes requested in the same turn of the event loop share one transaction,
// each in a savepoint of its own: two to five times as many writes a second.

/** How long one attempt to get the write lock may block the event loop, in milliseconds. */
const ATTEMPT_MS = 20

/** How long a change waits for another process's write lock in total, in milliseconds. */
const PATIENCE_MS = 3_000

/** Largest number of changes in one transaction: the event loop is blocked meanwhile. */
const LARGEST_GROUP = 50

/** A change that waits for its transaction. */
interface Pending {
  /** When it gives up waiting for the lock, by `performance.now()`. */
  deadline: number
  /** Runs it in a savepoint; returns the function that reports success after the commit. */
  run(): () => void
  fail(error: unknown): void
}

interface Queue {
  pending: Pending[]
  isServed: boolean
}

/** Nothing of a group is committed after this. */
class RollbackFailed extends Error {
  override name = 'RollbackFailed'
}

const queues = new WeakMap<Database, Queue>()

/**
 * Runs `change` in an IMMEDIATE transaction: it has the write lock from its first read on, so
 * what it has read cannot change meanwhile. `change` is synchronous.
 *
 * The first change of a turn of the event loop commits at once; those that follow in the same turn
 * are committed together. Callers are answered after the commit, and a change that throws rolls
 * back only itself. While another process holds the lock, the event loop goes on serving requests.
 *
 * @throws SqliteError SQLITE_BUSY when the lock is not free in time; nothing has run then
 */
export function writeTransaction<Result>(
  db: Database,
  change: (tx: Transaction) => Result,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const queue = queues.get(db) ?? { pending: [], isServed: false }
    queues.set(db, queue)
    queue.pending.push({
      deadline: performance.now() + patienceMs,
      run() {
        let ownError: { error: unknown } | undefined
        try {
          const result = db.$client.transaction(() => {
            try {
              return change(db as Transaction)
            } catch (error) {
              ownError = { error }
              throw error
            }
          })()
          return () => resolve(result)
        } catch (error) {
          if (ownError?.error === error) throw error
          // The savepoint itself failed, and may have left half of the change behind.
          throw new RollbackFailed('A savepoint could not be rolled back.', { cause: error })
        }
      },
      fail: reject,
    })
    if (!queue.isServed) void serve(db, queue)
  })
}

/**
 * Runs `change` in an IMMEDIATE transaction before it returns. For commands and the start of a process,
 * where nothing else waits for the event loop.
 */
export function writeAtOnce<Result>(db: Database, change: (tx: Transaction) => Result): Result {
  return db.$client.transaction(() => change(db as Transaction)).immediate()
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function serve(db: Database, queue: Queue): Promise<void> {
  queue.isServed = true
  while (queue.pending.length > 0) {
    const stillPending = commit(db, queue.pending.splice(0, LARGEST_GROUP))
    queue.pending.unshift(...stillPending)
    // Random, so that waiting processes do not all retry at the same moment.
    if (stillPending.length > 0) await sleep(5 + Math.random() * 20)
    else await nextTurn()
  }
  queue.isServed = false
}

/** Commits a group and answers its callers; returns those that have to wait for the lock. */
function commit(db: Database, group: Pending[]): Pending[] {
  try {
    const attempt = tryOnce(db, () => group.map((member) => runOne(db, member)))
    if (attempt.done) {
      for (const report of attempt.result) report()
      return []
    }
    const now = performance.now()
    for (const { deadline, fail } of group) if (deadline <= now) fail(attempt.busy)
    return group.filter(({ deadline }) => deadline > now)
  } catch (error) {
    for (const { fail } of group) fail(error)
    return []
  }
}

function runOne({ $client }: Database, member: Pending): () => void {
  try {
    return member.run()
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back the whole transaction.
    if (!$client.inTransaction || error instanceof RollbackFailed) throw error
    return () => member.fail(error)
  }
}

type Attempt<Result> = { done: true; result: Result } | { done: false; busy: unknown }

function tryOnce<Result>(db: Database, change: () => Result): Attempt<Result> {
  let begun = false
  setBusyTimeout(db, ATTEMPT_MS)
  try {
    const result = db.transaction(
      () => {
        begun = true
        setBusyTimeout(db, BUSY_TIMEOUT_MS)
        return change()
      },
      { behavior: 'immediate' },
    )
    return { done: true, result }
  } catch (error) {
    if (begun || !isBusy(error)) throw error
    return { done: false, busy: error }
  } finally {
    if (!begun) setBusyTimeout(db, BUSY_TIMEOUT_MS)
  }
}

// Not a prepared statement: SQLite applies this pragma when it is compiled, not when it is run.
function setBusyTimeout({ $client }: Database, ms: number) {
  $client.pragma(`busy_timeout = ${ms}`)
}

/** Whether SQLite gave up waiting for another process's lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
