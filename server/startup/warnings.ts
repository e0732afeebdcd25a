import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Env } from '#domain/config/env.ts'

const EXPOSED = 'other computers can log in as the demo accounts and read /sandbox/mailbox'

/**
 * Settings that work but may not be intended, one sentence each. A site with real providers may leave out
 * Redis and Cloudinary by choice or by mistake.
 */
export function findWarnings(env: Env): string[] {
  const { dataDir, backupDir, replica, redisUrl, cloudinaryUrl } = env
  const hasStandIns = !env.firebase || !env.stripe || !env.mail
  if (hasStandIns) return env.demo ? [EXPOSED] : []
  const copy = replica?.target.type === 'file' ? replica.target.path : undefined
  const onSameDisk = [
    ...(copy && isOnOneDevice(copy, dataDir) ? ['REPLICA_URL'] : []),
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

function isOnOneDevice(one: string, other: string): boolean {
  return deviceOf(one) === deviceOf(other)
}

/** The device of a folder, or of its nearest existing parent. */
function deviceOf(folder: string): number {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found?.dev ?? deviceOf(dirname(folder))
}
