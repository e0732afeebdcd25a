import type { Transaction } from '#drizzle/client.ts'
import { nextDueAt } from '#drizzle/queries/deliveries.ts'

/** Whether every event in this database has been handled or has permanently failed. */
export function isAtRest(db: Transaction): boolean {
  return nextDueAt(db) === null
}
