import { sql } from 'drizzle-orm'
import { integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core'

// Money is in cents, dates are 'yyyy-MM-dd' in the clinic's time zone, ids are UUIDv7 as text.

/** An instant, stored as milliseconds since the epoch. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** For a check of a column with a date. */
export const isIsoDate = (column: SQLiteColumn) =>
  sql`${column} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`

/** For a check of a column with a language other than English; `words/languages.ts` lists them. */
export const isTranslation = (column: SQLiteColumn) =>
  sql`${column} glob '[a-z][a-z]*' and ${column} <> 'en'`

/** For references to an account, which may get another uid or be removed. */
export const UNTIL_REMOVED = { onUpdate: 'cascade', onDelete: 'set null' } as const
