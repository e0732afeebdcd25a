import SQLite from 'better-sqlite3'
import { isBusy } from './write-transaction.ts'

/** All pages in one step: a copy in several steps restarts whenever another process writes. */
const ALL_PAGES = 0x7fffffff

/** How long a stopping process may take to close a database, in milliseconds. */
const LET_GO_MS = 1_000

/**
 * Copies a SQLite database into a single file, also while it is in use: the copy contains each transaction
 * completely or not at all. Does not block writers.
 * @throws when the copy is damaged, or `from` is not a database
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new SQLite(from, { readonly: true, fileMustExist: true })
  try {
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = new SQLite(to)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
  checkDatabase(to)
}

/** @throws when the database is damaged or a foreign key is broken */
export function checkDatabase(file: string): void {
  const db = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    const verdict = db.pragma('integrity_check', { simple: true })
    const orphans = db.pragma('foreign_key_check')
    if (verdict !== 'ok' || !Array.isArray(orphans) || orphans.length > 0) {
      throw new Error(`${file} is damaged: ${verdict === 'ok' ? 'rows are missing' : verdict}`)
    }
  } finally {
    db.close()
  }
}

/** Whether another process has a database open. An unreadable one counts as not in use. */
export function isInUse(file: string): boolean {
  let db: SQLite.Database | undefined
  try {
    db = new SQLite(file, { fileMustExist: true, timeout: LET_GO_MS })
    // Only the sole user of a database can switch it out of WAL mode.
    db.pragma('journal_mode = DELETE')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    db?.close()
  }
}
