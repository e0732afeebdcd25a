import SQLite from 'better-sqlite3'

// Loaded into the site before its own code; answers each message with the work of the main thread.

/** Work of the main thread. */
export interface ThreadWork {
  /** Statements since the start. */
  statements: number
  /** The longest run without a pause since the last message, in milliseconds. */
  longestMs: number
}

const EVERY_MS = 1

const prototype = Object.getPrototypeOf(new SQLite(':memory:').prepare('select 1'))
let statements = 0
for (const name of ['all', 'get', 'run', 'iterate']) {
  const run: (...values: unknown[]) => unknown = prototype[name]
  prototype[name] = function (this: unknown, ...values: unknown[]) {
    statements += 1
    return Reflect.apply(run, this, values)
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
  process.send?.({ statements, longestMs: longest / 1000 } satisfies ThreadWork)
  longest = 0
})
process.channel?.unref()
