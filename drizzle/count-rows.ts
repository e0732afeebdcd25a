import { count, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './client.ts'

/** How many rows of a table there are, or how many meet a condition. */
export function countRows(db: Database, table: SQLiteTable, condition?: SQL): number {
  return db.select({ count: count() }).from(table).where(condition).get()?.count ?? 0
}
