import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { addFold } from './normalize-search-text.ts'
import * as schema from './schema.ts'

/** The database, or (same methods) a transaction on it. Queries take it first. */
export type Database = BetterSQLite3Database<typeof schema> & { $client: SQLite.Database }

/** How long a writer waits for another process's write lock before SQLITE_BUSY, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000

/** Where the database lies inside the data folder. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'sprout.db')
}

/**
 * Opens (and if need be creates) the database file, or ':memory:' for a test.
 * WAL with `synchronous=FULL`: an acknowledged booking survives a power cut
 * (design section 4; https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function openDatabase(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const sqlite = new SQLite(file, { timeout: BUSY_TIMEOUT_MS })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // KiB: the indexes of a busy day. The rest is in the system's own file cache; the 16 MB that
  // better-sqlite3 takes by default would be a tenth of the process.
  sqlite.pragma('cache_size = -4000')
  addFold(sqlite)
  return drizzle(sqlite, { schema })
}

/** Brings the database to the newest schema; does nothing when it is there already. */
export function migrateDatabase(db: Database): void {
  migrate(db, { migrationsFolder: join(import.meta.dirname, 'migrations') })
}
