import { setTimeout as sleep } from 'node:timers/promises'
import { BUSY_TIMEOUT_MS, type Database } from './client.ts'

/** How long one attempt may hold up the event loop waiting for the lock, in milliseconds. */
const ATTEMPT_MS = 20

/** How long a change waits for another process's write lock altogether, in milliseconds. */
const PATIENCE_MS = 3_000

/** How many changes go to the disk together at most: the event loop stands still meanwhile. */
const LARGEST_GROUP = 50

/** A change that waits for its turn. */
interface Waiting {
  /** Goes to the disk with another one, and not by itself. */
  mayWait: boolean
  /** Until when it waits for the lock, by `performance.now()`. */
  deadline: number
  /** Runs it, and returns what tells its caller so once it is on the disk. */
  run(): () => void
  fail(error: unknown): void
}

interface Queue {
  waiting: Waiting[]
  isServed: boolean
}

const queues = new WeakMap<Database, Queue>()

const commits = new WeakMap<Database, number>()

/** How many groups of changes this process has committed to a database. */
export function countCommits(db: Database): number {
  return commits.get(db) ?? 0
}

const finishers = new WeakMap<Database, () => void>()

/**
 * Has `finish` run at the end of each transaction of this process, as a part of it: what follows
 * from every change costs no wait for the disk of its own then. One that throws takes back its own
 * doing alone, and nobody hears of it: it is for what somebody looks after anyway.
 * @returns what ends it
 */
export function finishTransactions(db: Database, finish: () => void): () => void {
  const finisher = db.$client.transaction(finish)
  finishers.set(db, finisher)
  return () => {
    if (finishers.get(db) === finisher) finishers.delete(db)
  }
}

/**
 * Runs `change` in an IMMEDIATE transaction: it has the write lock from its first read on, so
 * what it has read cannot change under it. `change` is synchronous and uses `db` itself.
 *
 * The first one asked for in a turn of the event loop runs at once. Those that follow in the same
 * turn are committed together, each in a savepoint of its own: waiting for the disk takes longer
 * than a change, and all can wait for the same moment. Nobody is told of theirs before that, and
 * one that throws takes back nothing but itself.
 *
 * While another process holds the lock this waits without holding up the event loop, in which
 * other requests are being answered.
 *
 * @param options.joinMs how long a change that nobody is kept waiting by may wait, in milliseconds,
 *   for another one to go to the disk with; its caller hears of it when the other one's is answered
 * @throws SqliteError SQLITE_BUSY when the lock is not to be had in time; nothing has run then
 */
export function writeTransaction<Result>(
  db: Database,
  change: () => Result,
  { patienceMs = PATIENCE_MS, joinMs = 0 }: { patienceMs?: number; joinMs?: number } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const queue = queues.get(db) ?? { waiting: [], isServed: false }
    queues.set(db, queue)
    const mayWait = joinMs > 0
    const waiting: Waiting = {
      mayWait,
      deadline: performance.now() + patienceMs,
      run() {
        const result = db.$client.transaction(change)()
        return mayWait ? () => setImmediate(resolve, result) : () => resolve(result)
      },
      fail: reject,
    }
    queue.waiting.push(waiting)
    if (mayWait) setTimeout(waitNoLonger, joinMs)
    else void serve(db, queue)

    function waitNoLonger() {
      waiting.mayWait = false
      void serve(db, queue)
    }
  })
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function serve(db: Database, queue: Queue): Promise<void> {
  if (queue.isServed) return
  queue.isServed = true
  while (queue.waiting.some(({ mayWait }) => !mayWait)) {
    const stillWaiting = commit(db, queue.waiting.splice(0, LARGEST_GROUP))
    queue.waiting.unshift(...stillWaiting)
    // Not all in step: the waiting processes would meet again at the same moment.
    if (stillWaiting.length > 0) await sleep(5 + Math.random() * 20)
    else await nextTurn()
  }
  queue.isServed = false
}

/** Tells each of the group what became of it; returns those that have to wait for the lock. */
function commit(db: Database, group: Waiting[]): Waiting[] {
  try {
    const attempt = tryOnce(db, () => {
      const tellings = group.map((member) => runOne(db, member))
      finish(db)
      return tellings
    })
    if (attempt.done) {
      commits.set(db, countCommits(db) + 1)
      for (const tell of attempt.result) tell()
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

function runOne(db: Database, member: Waiting): () => void {
  try {
    return member.run()
  } catch (error) {
    throwIfAllIsLost(db, error)
    return () => member.fail(error)
  }
}

function finish(db: Database): void {
  try {
    finishers.get(db)?.()
  } catch (error) {
    throwIfAllIsLost(db, error)
  }
}

/** After some failures, as of a full disk, SQLite has taken back the others' changes as well. */
function throwIfAllIsLost({ $client }: Database, error: unknown): void {
  if (!$client.inTransaction) throw error
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
