import type { Database } from '../../drizzle/client.ts'
import { nextDueAt } from '../../drizzle/queries/deliveries.ts'
import { hasUnpublished } from '../../drizzle/queries/outbox.ts'

/** Whether every event of the site on this database has been handled, or given up. */
export function isAtRest(db: Database): boolean {
  return nextDueAt(db) === null && !hasUnpublished(db)
}
