import type { Database } from './client.ts'

/**
 * Tells whether anything in the database may have changed since the last time it was asked: by
 * this connection (its count of changed rows) or by any other (SQLite's own change counter).
 *
 * Others are asked about once for all who ask in the same turn of the event loop: their requests
 * have arrived before it began, so that each sees what was there when it came.
 * @see https://sqlite.org/pragma.html#pragma_data_version
 */
export function watchChanges({ $client }: Pick<Database, '$client'>): () => boolean {
  const others = $client.prepare<[], number>('PRAGMA data_version').pluck()
  const own = $client.prepare<[], number>('SELECT total_changes()').pluck()
  let seenOthers: number | undefined
  let seenOwn: number | undefined
  let asked: number | undefined

  function askOthers(): number | undefined {
    if (asked !== undefined) return asked
    asked = others.get()
    setImmediate(() => {
      asked = undefined
    })
    return asked
  }

  return () => {
    const nowOthers = askOthers()
    const nowOwn = own.get()
    if (nowOthers === seenOthers && nowOwn === seenOwn) return false
    seenOthers = nowOthers
    seenOwn = nowOwn
    return true
  }
}
