import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { codeOf, StartError } from '#domain/process/errors.ts'
import { databaseFile } from '#drizzle/client.ts'
import { copyDatabase } from '#drizzle/copy-database.ts'

const TRIES = 5

/** The site's database and the payment sandbox's. */
const DATABASE = /\.(db|sqlite)$/

/** Temporary files: of open databases, unfinished writes and uploads, and earlier restores. */
const TEMPORARY = /(-wal|-shm|-journal|\.tmp|\.lock)$|^\.|^staging$|^workshop$|^before-restore-/

/** Not backed up: a new key only makes browsers renew their sessions, a stolen one forges them. */
const KEY = /^jwt-secret/

/** Name of the site's database in the data folder and in a backup. */
export const MAIN_DATABASE = databaseFile('')

export function isDatabase(name: string): boolean {
  return DATABASE.test(name)
}

/** Whether a file or folder in the data folder belongs in a backup. */
function isKept(name: string): boolean {
  return !TEMPORARY.test(name) && !KEY.test(name)
}

/** Whether `path` is `folder` or inside it. */
export function isWithin(path: string, folder: string): boolean {
  const fromFolder = relative(folder, path)
  return fromFolder.split(sep)[0] !== '..' && !isAbsolute(fromFolder)
}

/** An instant as part of a file name, sortable: `2026-11-21T04-46-26-123Z`. */
export function stamp(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, '-')
}

/**
 * Copies the data folder, even while the site runs, into a new folder of `backupDir`. The site's
 * database is copied first, so that every image and payment it refers to is in the copy. The
 * folder appears complete or not at all, and only its owner can read it.
 * @returns the new folder
 * @throws StartError when `dataDir` has no database
 */
export async function makeBackup({
  dataDir,
  backupDir,
  now,
}: {
  dataDir: string
  backupDir: string
  now: Date
}): Promise<string> {
  if (!existsSync(join(dataDir, MAIN_DATABASE))) {
    throw new StartError(`Nothing to back up: ${dataDir} doesn’t contain ${MAIN_DATABASE}.`)
  }
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
  const whole = join(backupDir, `sprout-${stamp(now)}`)
  const draft = join(backupDir, `.draft-${stamp(now)}`)
  mkdirSync(draft, { mode: 0o700 })
  try {
    await copyAll(dataDir, draft, backupDir)
    renameSync(draft, whole)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  return whole
}

async function copyAll(dataDir: string, draft: string, backupDir: string): Promise<void> {
  const names = readdirSync(dataDir).filter(isKept)
  const databases = names.filter(isDatabase)
  for (const name of [MAIN_DATABASE, ...databases.filter((each) => each !== MAIN_DATABASE)]) {
    await copyDatabase(join(dataDir, name), join(draft, name))
    chmodSync(join(draft, name), 0o600)
  }
  for (const name of names.filter((each) => !isDatabase(each))) {
    // BACKUP_DIR may be inside DATA_DIR.
    const filter = (source: string) => isKept(basename(source)) && !isWithin(source, backupDir)
    copyTree(join(dataDir, name), join(draft, name), filter)
  }
}

/** Copies a file or folder; starts again when something in it is removed meanwhile. */
function copyTree(
  from: string,
  to: string,
  filter: (source: string) => boolean,
  attempts = TRIES,
): void {
  try {
    cpSync(from, to, { recursive: true, preserveTimestamps: true, filter })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || attempts <= 1) throw error
    rmSync(to, { recursive: true, force: true })
    copyTree(from, to, filter, attempts - 1)
  }
}
