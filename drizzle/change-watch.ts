import type { Database } from './client.ts'

/**
 * Tells whether the database may have changed since the last call: by this connection
 * (`total_changes()`) or by any other (https://sqlite.org/pragma.html#pragma_data_version).
 * The first call returns true.
 */
export function watchChanges({ $client }: Database): () => boolean {
  const byOthers = $client.prepare<[], number>('PRAGMA data_version').pluck()
  const byUs = $client.prepare<[], number>('SELECT total_changes()').pluck()
  let seenByOthers: number | undefined
  let seenByUs: number | undefined

  return () => {
    const nowByOthers = byOthers.get()
    const nowByUs = byUs.get()
    const hasChanged = nowByOthers !== seenByOthers || nowByUs !== seenByUs
    seenByOthers = nowByOthers
    seenByUs = nowByUs
    return hasChanged
  }
}
