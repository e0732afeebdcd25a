import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * Whether a column is in a list, which is JSON: one statement, and one parameter, for a list of any
 * length (https://sqlite.org/json1.html#jeach).
 */
export function isAmong(column: SQLiteColumn, list: string | Placeholder): SQL {
  return sql`${column} in (select value from json_each(${list}))`
}
