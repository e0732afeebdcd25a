import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { isDatabase, isKept, isWithin, MAIN_DATABASE, stamp } from '#domain/process/data-files.ts'
import { StartError } from '#domain/process/errors.ts'
import { prepareDataFolder } from '#domain/process/open-store.ts'
import { isInUse } from '#drizzle/copy-database.ts'
import { checkDatabases, refuseOddFile } from './check-backup.ts'

const ASIDE = 'before-restore-'
const DRAFT = '.restoring-'

/**
 * Replaces the data with a backup, and moves the previous data to a folder inside `dataDir`. Copies and
 * checks the backup before moving anything. Leaves out keys and temporary files.
 * @returns the folder with the previous data; undefined when there was none
 * @throws StartError when the site is running, `backup` is not a backup, or contains foreign schema
 */
export function restoreBackup({
  dataDir,
  backup: given,
  now,
}: {
  dataDir: string
  backup: string
  now: Date
}): string | undefined {
  if (!existsSync(join(given, MAIN_DATABASE))) {
    throw new StartError(`${given} isn’t a backup: it doesn’t contain ${MAIN_DATABASE}.`)
  }
  // The given path may be a link; the backup itself may not contain any.
  const backup = realpathSync(given)
  prepareDataFolder(dataDir)
  for (const name of readdirSync(dataDir).filter(isDatabase)) {
    if (isInUse(join(dataDir, name))) {
      throw new StartError(`The site is using ${dataDir}. Stop the site and its workers first.`)
    }
  }
  const draft = join(dataDir, `${DRAFT}${stamp(now)}`)
  try {
    cpSync(backup, draft, {
      recursive: true,
      preserveTimestamps: true,
      filter(source) {
        refuseOddFile(source)
        return source === backup || isRestored(basename(source))
      },
    })
    checkDatabases(draft)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  const aside = moveAside(dataDir, { backup, now })
  for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dataDir, name))
  rmdirSync(draft)
  return aside
}

/**
 * Whether a file is restored. A database's log has its newest rows, for example in a folder that an earlier
 * restore moved aside.
 */
function isRestored(name: string): boolean {
  return isKept(name) || isDatabase(name.replace(/-wal$/, ''))
}

function moveAside(
  dataDir: string,
  { backup, now }: { backup: string; now: Date },
): string | undefined {
  const present = readdirSync(dataDir).filter(
    (name) =>
      !name.startsWith(ASIDE) && !name.startsWith(DRAFT) && !isWithin(backup, join(dataDir, name)),
  )
  if (present.length === 0) return undefined
  const aside = join(dataDir, `${ASIDE}${stamp(now)}`)
  mkdirSync(aside, { mode: 0o700 })
  for (const name of present) renameSync(join(dataDir, name), join(aside, name))
  return aside
}
