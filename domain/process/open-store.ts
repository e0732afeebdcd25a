import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, databaseFile, openDatabase } from '../../drizzle/client.ts'
import { migrateAlone } from '../../drizzle/migrate-with-lock.ts'
import { codeOf, StartError } from './errors.ts'

/**
 * Makes sure that the data folder is there and can be written. A new one is for its owner only:
 * patients' data will be in it.
 * @throws StartError
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${codeOf(error)}): ` +
        'set DATA_DIR to a folder that this user may write.',
    )
  }
}

/**
 * Opens the database in the data folder, at its newest schema.
 * @throws StartError when the folder cannot be written
 */
export function openStore(dataDir: string): Database {
  prepareDataFolder(dataDir)
  const db = openDatabase(databaseFile(dataDir))
  migrateAlone(db, join(dataDir, 'migration.lock'))
  return db
}

/**
 * The same for operators' commands, which would otherwise make an empty database wherever DATA_DIR
 * points by mistake, and tell of that.
 * @throws StartError when there is no database
 */
export function openExistingStore(dataDir: string): Database {
  if (!existsSync(databaseFile(dataDir))) {
    throw new StartError(
      `${dataDir} holds no ${databaseFile('')}: set DATA_DIR to the folder of a site that was started.`,
    )
  }
  return openStore(dataDir)
}
