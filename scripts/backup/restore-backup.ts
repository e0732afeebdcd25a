import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from '../../domain/process/open-store.ts'
import { StartError } from '../../domain/process/start-error.ts'
import { checkDatabase, isInUse } from '../../drizzle/copy-database.ts'
import { isDatabase, isWithin, MAIN_DATABASE, stamp } from './data-folder.ts'

const ASIDE = 'before-restore-'
const DRAFT = '.restoring-'

/**
 * Puts a backup in the place of what is in the data folder. That is not lost: it moves into a
 * folder inside. The backup is copied and checked before anything is moved.
 * @returns the folder in which the present data lies now; undefined when there was none
 * @throws StartError when the site is running, or `backup` is none
 */
export function restoreBackup({
  dataDir,
  backup,
  now,
}: {
  dataDir: string
  backup: string
  now: Date
}): string | undefined {
  if (!existsSync(join(backup, MAIN_DATABASE))) {
    throw new StartError(`${backup} is no backup: it holds no ${MAIN_DATABASE}.`)
  }
  prepareDataFolder(dataDir)
  for (const name of readdirSync(dataDir).filter(isDatabase)) {
    if (isInUse(join(dataDir, name))) {
      throw new StartError(`The site is running on ${dataDir}: stop it and its workers first.`)
    }
  }
  const draft = join(dataDir, `${DRAFT}${stamp(now)}`)
  try {
    cpSync(backup, draft, { recursive: true, preserveTimestamps: true })
    for (const name of readdirSync(draft).filter(isDatabase)) checkDatabase(join(draft, name))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  const aside = moveAside(dataDir, { backup, now })
  for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dataDir, name))
  rmdirSync(draft)
  return aside
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
