import { isAbsolute, relative, sep } from 'node:path'
import { databaseFile } from '#drizzle/client.ts'

// What the data folder contains, for backups and the second copy.

/** The site's database and the payment sandbox's. */
const DATABASE = /\.(db|sqlite)$/

/** Temporary files: of open databases, unfinished writes and uploads, and earlier restores. */
const TEMPORARY = /(-wal|-shm|-journal|\.tmp|\.lock)$|^\.|^staging$|^workshop$|^before-restore-/

/** Not copied: a new key only makes browsers renew their sessions, while a stolen one can forge them. */
const KEY = /^jwt-secret/

/** Generated from the other files for the second copy. */
export const FILES_DATABASE = 'second-copy-files.db'

/** Name of the site's database in the data folder and in a backup. */
export const MAIN_DATABASE = databaseFile('')

export function isDatabase(name: string): boolean {
  return DATABASE.test(name)
}

/** Whether a file or folder of the data folder belongs in a copy of it. */
export function isKept(name: string): boolean {
  return !TEMPORARY.test(name) && !KEY.test(name) && name !== FILES_DATABASE
}

/** Whether `path` is `folder` or inside it. */
export function isWithin(path: string, folder: string): boolean {
  const fromFolder = relative(folder, path)
  return fromFolder.split(sep)[0] !== '..' && !isAbsolute(fromFolder)
}

/** An instant for a file name, in sortable form: `2026-11-21T04-46-26-123Z`. */
export function stamp(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, '-')
}
