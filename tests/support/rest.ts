import type { Database } from '#drizzle/client.ts'
import { nextDueAt } from '#drizzle/queries/deliveries.ts'

/** Whether every event in this database has been handled, or has failed for good. */
export function isAtRest(db: Database): boolean {
  return nextDueAt(db) === null
}
