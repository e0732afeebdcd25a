import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Database, databaseFile, openDatabase } from '#drizzle/client.ts'
import { migrateWithLock } from '#drizzle/migrate-with-lock.ts'
import { codeOf, StartError } from './errors.ts'

/** The permissions of users other than the owner. */
const OTHERS = 0o077

/**
 * Creates the data folder if necessary and makes it private, because it contains patients' data and keys.
 * Files that this process creates from now on are private, too.
 * @throws StartError when this user may not write to the folder, or not change its permissions
 */
export function prepareDataFolder(dataDir: string): void {
  process.umask(OTHERS)
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `Can’t write to the data folder ${dataDir} (${codeOf(error)}). ` +
        'Set DATA_DIR to a folder that this user can write to.',
    )
  }
  makePrivate(dataDir, 0o700)
  makeContentsPrivate(dataDir)
}

/** Skips folders that are private already: other users cannot reach their content. */
function makeContentsPrivate(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) makePrivate(path, 0o600)
    else if (entry.isDirectory() && makePrivate(path, 0o700)) makeContentsPrivate(path)
  }
}

/** Returns whether other users had permissions. */
function makePrivate(path: string, mode: number): boolean {
  try {
    if ((statSync(path).mode & OTHERS) === 0) return false
    chmodSync(path, mode)
    return true
  } catch (error) {
    // Another process has removed it.
    if (codeOf(error) === 'ENOENT') return false
    throw new StartError(
      `Other users can read ${path}, and its permissions can’t be changed (${codeOf(error)}). ` +
        `As its owner, run: chmod ${mode.toString(8)} ${path}`,
    )
  }
}

/**
 * Opens the database in the data folder, migrated to the current schema.
 * @throws StartError when the folder cannot be used
 */
export function openStore(dataDir: string): Database {
  prepareDataFolder(dataDir)
  const db = openDatabase(databaseFile(dataDir))
  migrateWithLock(db, join(dataDir, 'migration.lock'))
  return db
}

/**
 * The same for operators' commands, which must not create an empty database when DATA_DIR is wrong.
 * @throws StartError when there is no database
 */
export function openExistingStore(dataDir: string): Database {
  if (!existsSync(databaseFile(dataDir))) {
    throw new StartError(
      `${dataDir} doesn’t contain ${databaseFile('')}. Set DATA_DIR to the data folder of a site that has been started.`,
    )
  }
  return openStore(dataDir)
}
