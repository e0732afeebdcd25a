import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { count, type SQL, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { addSearchFunctions } from './normalize-search-text.ts'
import * as schema from './schema/index.ts'

/**
 * The database, or a transaction on it, which has the same methods. Functions that only read take either as
 * their first parameter.
 */
export type Database = BetterSQLite3Database<typeof schema> & { $client: SQLite.Database }

declare const inTransaction: unique symbol

/**
 * An open write transaction, which only `writeTransaction` hands out. Functions that write take it as their
 * first parameter.
 */
export type Transaction = Database & { readonly [inTransaction]: true }

/** How long a writer waits for another process's write lock before SQLITE_BUSY, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000

/** Path of the database inside the data folder. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'sprout.db')
}

/**
 * Opens the database file, or creates it. For tests: ':memory:', or a serialized database to copy into
 * memory. WAL with `synchronous=FULL`: an acknowledged booking survives a power failure
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function openDatabase(file: string | Buffer): Database {
  if (typeof file === 'string' && file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const sqlite = new SQLite(file, { timeout: BUSY_TIMEOUT_MS })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Makes `INSERT OR REPLACE` run the triggers that refuse deletions.
  sqlite.pragma('recursive_triggers = ON')
  // KiB. Enough for the indexes of a busy day; the operating system caches the file anyway.
  sqlite.pragma('cache_size = -4000')
  addSearchFunctions(sqlite)
  return drizzle(sqlite, { schema })
}

/** Migrates the database to the newest schema; does nothing when it is up to date. */
export function migrateDatabase(db: Database): void {
  migrate(db, { migrationsFolder: join(import.meta.dirname, 'migrations') })
}

/** Whether a table has a row that meets a condition. */
export function hasRow(db: Database, table: SQLiteTable, condition: SQL | undefined): boolean {
  const row = db.select({ found: sql`1` }).from(table).where(condition).limit(1).get()
  return row !== undefined
}

/** Changes the row that meets a condition. @returns whether there was one */
export function changeRow<Table extends SQLiteTable>(
  db: Transaction,
  table: Table,
  change: SQLiteUpdateSetSource<Table>,
  condition: SQL | undefined,
): boolean {
  return db.update(table).set(change).where(condition).run().changes === 1
}

/** Counts a table's rows, or those that meet a condition. */
export function countRows(db: Database, table: SQLiteTable, condition?: SQL): number {
  return db.select({ count: count() }).from(table).where(condition).get()?.count ?? 0
}
