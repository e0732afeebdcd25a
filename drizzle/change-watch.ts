import type { Database } from './client.ts'
import { oncePerDatabase } from './prepared-statements.ts'

/** How old the answer about other processes may be, in milliseconds. */
export const OTHERS_EVERY_MS = 10

/**
 * Tells whether the database may have changed since the last call: by this connection
 * (`total_changes()`, exact) or by any other (https://sqlite.org/pragma.html#pragma_data_version,
 * which reads the file and is asked at most every 10 ms). So a reader may miss what another process
 * committed in the last 10 ms. The first call returns true.
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

// One count for all watchers of a connection: what one has heard of, the others hear of at once.
// A page that is rendered after a change must not be rendered from an answer of the time before.
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
