import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codeOf } from '../../domain/process/error-code.ts'
import { StartError } from '../../domain/process/start-error.ts'
import { copyDatabase } from '../../drizzle/copy-database.ts'
import { isDatabase, isKept, isWithin, MAIN_DATABASE, stamp } from './data-folder.ts'

const TRIES = 5

/**
 * Copies the data folder of a site that may be running into a new folder of `backupDir`: the
 * databases as they are at one moment, the site's own first, so that every image and payment it
 * names is there; then everything else. The folder appears whole or not at all, and is its
 * owner's alone.
 * @returns the folder
 * @throws StartError when there is no site's database in `dataDir`
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
    throw new StartError(`There is nothing to back up: ${dataDir} holds no ${MAIN_DATABASE}.`)
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
    // Backups may lie in the data folder, too.
    const filter = (source: string) => isKept(basename(source)) && !isWithin(source, backupDir)
    copyTree(join(dataDir, name), join(draft, name), filter)
  }
}

/** Copies a file or folder; when something is removed meanwhile, it begins again. */
function copyTree(
  from: string,
  to: string,
  filter: (source: string) => boolean,
  patience = TRIES,
): void {
  try {
    cpSync(from, to, { recursive: true, preserveTimestamps: true, filter })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || patience <= 1) throw error
    rmSync(to, { recursive: true, force: true })
    copyTree(from, to, filter, patience - 1)
  }
}
