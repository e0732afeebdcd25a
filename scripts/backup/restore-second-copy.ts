import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseReplicaUrl, type ReplicaKeys } from '#domain/config/replica-target.ts'
import { stamp } from '#domain/process/data-files.ts'
import { StartError } from '#domain/process/errors.ts'
import { prepareDataFolder } from '#domain/process/open-store.ts'
import { restoreReplica } from '#domain/replication/restore-replica.ts'
import { restoreBackup } from './restore-backup.ts'

/**
 * Replaces the data with the newest state of a second copy. Fetches and checks it before moving anything.
 * @param from as in REPLICA_URL
 * @returns the folder with the previous data; undefined when there was none
 * @throws StartError when the site is running, or there is no copy
 */
export async function restoreSecondCopy({
  dataDir,
  from,
  keys,
  now,
}: {
  dataDir: string
  from: string
  keys: ReplicaKeys
  now: Date
}): Promise<string | undefined> {
  const target = parseReplicaUrl(from)
  if (!target) {
    throw new StartError(`${from} isn’t a folder, an sftp:// or an s3:// address.`)
  }
  prepareDataFolder(dataDir)
  const fetched = join(dataDir, `.second-copy-${stamp(now)}`)
  try {
    await restoreReplica({ target, keys }, fetched)
    return restoreBackup({ dataDir, backup: fetched, now })
  } finally {
    rmSync(fetched, { recursive: true, force: true })
  }
}
