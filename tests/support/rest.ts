import type { Database } from '../../drizzle/client.ts'
import { countDeliveries } from '../../drizzle/queries/deliveries.ts'
import { hasUnpublished } from '../../drizzle/queries/outbox.ts'

/** Whether every event of the site on this database has been handled, or given up. */
export function isAtRest(db: Database): boolean {
  const { pending, running } = countDeliveries(db)
  return pending + running === 0 && !hasUnpublished(db)
}
