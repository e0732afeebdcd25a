import SQLite from 'better-sqlite3'

// Loaded into the site before its own code: answers each message with the number of statements that
// its main thread has run.

const prototype = Object.getPrototypeOf(new SQLite(':memory:').prepare('select 1'))
let statements = 0
for (const name of ['all', 'get', 'run', 'iterate']) {
  const run: (...values: unknown[]) => unknown = prototype[name]
  prototype[name] = function (this: unknown, ...values: unknown[]) {
    statements += 1
    return Reflect.apply(run, this, values)
  }
}
process.on('message', () => process.send?.(statements))
process.channel?.unref()
