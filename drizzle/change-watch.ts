import type { Database } from './client.ts'
import { oncePerDatabase } from './prepared-statements.ts'

/** The longest delay until a commit of another process is noticed, in milliseconds. */
export const OTHERS_EVERY_MS = 10

/**
 * Tells whether the database may have changed since the last call: by this connection (`total_changes()`,
 * exact) or by any other (https://sqlite.org/pragma.html#pragma_data_version, which reads the file and is
 * therefore asked at most every 10 ms). A reader may thus miss a commit of another process for 10 ms. The
 * first call returns true.
 */
export function watchChanges(db: Database): () => boolean {
  const count = countChanges(db)
  let seen: number | undefined
  return () => {
    const before = seen
    seen = count()
    return seen !== before
  }
}

// All watchers of a connection share one count, so that they notice a change at the same time. Otherwise a
// page rendered after a change could use an answer from before it.
const countChanges = oncePerDatabase(({ $client }: Database) => {
  const byOthers = $client.prepare<[], number>('PRAGMA data_version').pluck()
  const byUs = $client.prepare<[], number>('SELECT total_changes()').pluck()
  let seenByOthers: number | undefined
  let seenByUs: number | undefined
  let askAgainAt = 0
  let changes = 0

  return () => {
    const nowByUs = byUs.get()
    if (nowByUs !== seenByUs) changes += 1
    seenByUs = nowByUs
    const now = performance.now()
    if (now >= askAgainAt) {
      askAgainAt = now + OTHERS_EVERY_MS
      const nowByOthers = byOthers.get()
      if (nowByOthers !== seenByOthers) changes += 1
      seenByOthers = nowByOthers
    }
    return changes
  }
})
