import SQLite from 'better-sqlite3'
import { type Database, migrateDatabase } from './client.ts'

/** How long to wait for another process that migrates, in milliseconds. */
const PATIENCE_MS = 60_000

/**
 * Migrates the database, one process at a time: a second process then finds nothing to do. Other processes
 * may read and write meanwhile.
 * @param lockFile a file beside the database; the lock ends with the process that holds it
 * @throws SqliteError SQLITE_BUSY when another process migrates for longer than `patienceMs`
 */
export function migrateWithLock(
  db: Database,
  lockFile: string,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): void {
  const lock = new SQLite(lockFile, { timeout: patienceMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    migrateDatabase(db)
  } finally {
    lock.close()
  }
}
