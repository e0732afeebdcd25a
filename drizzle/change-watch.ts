import type { Database } from './client.ts'

/**
 * Tells whether anything in the database may have changed since the last time it was asked: by
 * this connection (its count of changed rows) or by any other (SQLite's own change counter).
 * @see https://sqlite.org/pragma.html#pragma_data_version
 */
export function watchChanges({ $client }: Pick<Database, '$client'>): () => boolean {
  const others = $client.prepare<[], number>('PRAGMA data_version').pluck()
  const own = $client.prepare<[], number>('SELECT total_changes()').pluck()
  let seenOthers: number | undefined
  let seenOwn: number | undefined
  return () => {
    const nowOthers = others.get()
    const nowOwn = own.get()
    if (nowOthers === seenOthers && nowOwn === seenOwn) return false
    seenOthers = nowOthers
    seenOwn = nowOwn
    return true
  }
}
