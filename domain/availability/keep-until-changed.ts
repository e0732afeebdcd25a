import type { Database } from '#drizzle/client.ts'
import { readScheduleVersion } from '#drizzle/queries/schedule/schedule.ts'

/**
 * Caches what `read` computes from the schedule until the schedule's version changes; bookings do not change
 * it.
 * @param read without side effects
 */
export function keepUntilChanged<Value>(read: (db: Database) => Value): (db: Database) => Value {
  const kept = new WeakMap<Database, { version: number; value: Value }>()
  return (db) => {
    const version = readScheduleVersion(db)
    const known = kept.get(db)
    if (known?.version === version) return known.value
    const value = read(db)
    // Not inside a transaction: a rollback frees its version number for another change.
    if (!db.$client.inTransaction) kept.set(db, { version, value })
    return value
  }
}
