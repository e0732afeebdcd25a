import { type Env, hasRealProviders } from '#domain/config/env.ts'
import { isCopyOnDataDisk, isOnOneDevice } from '#domain/config/same-disk.ts'

const EXPOSED = 'other computers can log in as the demo accounts and read /sandbox/mailbox'

/**
 * Settings that work but may not be intended, one sentence each. A site with real providers may leave out
 * Redis and Cloudinary by choice or by mistake.
 */
export function findWarnings(env: Env): string[] {
  const { dataDir, backupDir, redisUrl, cloudinaryUrl } = env
  if (!hasRealProviders(env)) return env.demo ? [EXPOSED] : []
  const onSameDisk = [
    ...(isCopyOnDataDisk(env) ? ['REPLICA_URL'] : []),
    ...(isOnOneDevice(backupDir, dataDir) ? ['BACKUP_DIR'] : []),
  ]
  return [
    ...(redisUrl
      ? []
      : ['REDIS_URL is not set: this process runs all jobs, and rate limits count in it alone']),
    ...(cloudinaryUrl
      ? []
      : ['CLOUDINARY_URL is not set: photos are resized here and kept in the data folder']),
    ...onSameDisk.map(
      (name) => `${name} is on the same disk as the data: a lost disk takes both with it`,
    ),
  ]
}
