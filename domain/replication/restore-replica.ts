import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeTarget, type Replica } from '#domain/config/replica-target.ts'
import { FILES_DATABASE, MAIN_DATABASE } from '../process/data-files.ts'
import { StartError } from '../process/errors.ts'
import { writeFiles } from './file-copy.ts'
import { type CopiedDatabase, litestreamConfig, restoreFromReplica } from './litestream.ts'

/** The copied databases, and their folders at the replica. */
export function copiedDatabases(dataDir: string): CopiedDatabase[] {
  return [
    { file: join(dataDir, MAIN_DATABASE), folder: 'database' },
    { file: join(dataDir, FILES_DATABASE), folder: 'files' },
  ]
}

/**
 * Restores the newest state of the second copy into a new folder: database, images and other files.
 * @throws StartError when there is no copy, or it cannot be read
 */
export async function restoreReplica(
  replica: Replica,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const configFile = join(folder, '.litestream.json')
  const [main, files] = [join(folder, MAIN_DATABASE), join(folder, FILES_DATABASE)]
  writeFileSync(configFile, litestreamConfig(replica, copiedDatabases(folder)), { mode: 0o600 })
  // The database first, so that every image that it names is in the later copy of the files.
  for (const file of [main, files]) {
    await restoreFromReplica(replica, { configFile, file }, signal)
  }
  rmSync(configFile)
  if (!existsSync(main)) {
    throw new StartError(`There is no copy at ${describeTarget(replica.target)}.`)
  }
  if (!existsSync(files)) return
  writeFiles(files, folder)
  rmSync(files)
}
