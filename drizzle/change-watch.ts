import type { Database } from './client.ts'
import { countCommits } from './write-transaction.ts'

/**
 * Tells whether anything in the database may have changed since the last time it was asked: by
 * this connection (its count of changed rows) or by any other (SQLite's own change counter).
 *
 * SQLite is asked once for all who ask in the same turn of the event loop: their requests have
 * arrived before it began, so that each sees what was there when it came. Whoever has been told of
 * a transaction of this process in that very turn finds it nevertheless.
 * @see https://sqlite.org/pragma.html#pragma_data_version
 */
export function watchChanges(db: Database): () => boolean {
  const others = db.$client.prepare<[], number>('PRAGMA data_version').pluck()
  const own = db.$client.prepare<[], number>('SELECT total_changes()').pluck()
  let seenOthers: number | undefined
  let seenOwn: number | undefined
  let seenCommits = countCommits(db)
  let isAsked = false

  function askSqlite(): boolean {
    if (isAsked) return false
    isAsked = true
    setImmediate(() => {
      isAsked = false
    })
    const nowOthers = others.get()
    const nowOwn = own.get()
    if (nowOthers === seenOthers && nowOwn === seenOwn) return false
    seenOthers = nowOthers
    seenOwn = nowOwn
    return true
  }

  return () => {
    const hasChanged = askSqlite()
    const commits = countCommits(db)
    if (commits === seenCommits) return hasChanged
    seenCommits = commits
    return true
  }
}
