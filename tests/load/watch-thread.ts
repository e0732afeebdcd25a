import SQLite from 'better-sqlite3'

// Loaded into the site before its own code; answers each message with the work of the main thread.

/** Work of the main thread. */
export interface ThreadWork {
  /** Statements since the start. */
  statements: number
  /** The longest run without a pause since the last message, in milliseconds. */
  longestMs: number
  /** CPU time of the longest transaction since the last message, in milliseconds. */
  longestTransactionMs: number
}

const EVERY_MS = 1

const prototype = Object.getPrototypeOf(new SQLite(':memory:').prepare('select 1'))
let statements = 0
let began = process.threadCpuUsage()
let longestTransaction = 0
for (const name of ['all', 'get', 'run', 'iterate']) {
  const run: (...values: unknown[]) => unknown = prototype[name]
  prototype[name] = function (this: SQLite.Statement, ...values: unknown[]) {
    statements += 1
    const { source } = this
    if (source.startsWith('BEGIN')) began = process.threadCpuUsage()
    const result = Reflect.apply(run, this, values)
    if (source === 'COMMIT' || source === 'ROLLBACK') {
      const { user, system } = process.threadCpuUsage(began)
      longestTransaction = Math.max(longestTransaction, user + system)
    }
    return result
  }
}

let longest = 0
let before = process.threadCpuUsage()
/** A timer runs between any two tasks, so the CPU time since the last timer belongs to one task. */
function measure(): void {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  longest = Math.max(longest, user + system)
}
setInterval(measure, EVERY_MS).unref()

process.on('message', () => {
  measure()
  process.send?.({
    statements,
    longestMs: longest / 1000,
    longestTransactionMs: longestTransaction / 1000,
  } satisfies ThreadWork)
  longest = 0
  longestTransaction = 0
})
process.channel?.unref()
