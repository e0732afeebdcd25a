import { Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * Whether a column is in a list, passed as JSON: one statement with one parameter for a list of any length
 * (https://sqlite.org/json1.html#jeach).
 */
export function isAmong(column: SQLiteColumn, list: readonly string[] | Placeholder): SQL {
  const json = list instanceof Placeholder ? list : JSON.stringify(list)
  return sql`${column} in (select value from json_each(${json}))`
}
