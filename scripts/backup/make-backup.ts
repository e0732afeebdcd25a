import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDatabase, isKept, isWithin, MAIN_DATABASE, stamp } from '#domain/process/data-files.ts'
import { codeOf, StartError } from '#domain/process/errors.ts'
import { copyDatabase } from '#drizzle/copy-database.ts'
import { checkDatabases, refuseOddFile } from './check-backup.ts'

const TRIES = 5

/**
 * Copies the data folder into a new folder of `backupDir`, even while the site runs. The site's database is
 * copied first, so that every image and payment that it refers to is in the copy. The folder appears complete
 * or not at all, and only its owner can read it.
 * @returns the new folder
 * @throws StartError when `dataDir` has no database, or `restoreBackup` would refuse the copy
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
    for (const name of readdirSync(draft, { recursive: true, encoding: 'utf8' })) {
      refuseOddFile(join(draft, name))
    }
    checkDatabases(draft)
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

/** Copies a file or folder; starts again if something in it is removed meanwhile. */
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
