import { expect, test } from 'vitest'
import { readEnv } from '#domain/config/env.ts'
import { FIREBASE, MAIL, STRIPE } from '#domain/testing/settings.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { findWarnings } from './warnings.ts'

const REAL = {
  NODE_ENV: 'production',
  ...FIREBASE,
  ...STRIPE,
  ...MAIL,
  CLINIC_TIMEZONE: 'America/New_York',
}
const COMPLETE = {
  ...REAL,
  REDIS_URL: 'redis://localhost:6379',
  CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
  // A device that holds none of the other folders.
  BACKUP_DIR: '/proc/backups',
}

test('names Redis and Cloudinary if they are not set, and backups on the data’s disk', () => {
  const DATA_DIR = temporaryFolder()
  const warnings = findWarnings(readEnv({ ...REAL, DATA_DIR, BACKUP_DIR: `${DATA_DIR}/a/b` }))
  expect(warnings.map((warning) => warning.split(' ')[0])).toEqual([
    'REDIS_URL',
    'CLOUDINARY_URL',
    'BACKUP_DIR',
  ])
})

test('names a second copy on the data’s disk, also before its folder exists', () => {
  const DATA_DIR = temporaryFolder()
  const warningsOf = (REPLICA_URL: string) =>
    findWarnings(readEnv({ ...COMPLETE, DATA_DIR, REPLICA_URL }))
  expect(warningsOf(`${DATA_DIR}-copy`)).toEqual([
    'REPLICA_URL is on the same disk as the data: a lost disk takes both with it',
  ])
  expect(warningsOf('/proc/copy')).toEqual([])
  expect(warningsOf('sftp://me@copies.example/clinic')).toEqual([])
})

test('warns about the open stand-ins of a demo, and not about a site in development', () => {
  const demo = findWarnings(readEnv({ NODE_ENV: 'production', SPROUT_DEMO: '1' }))
  expect(demo).toEqual([expect.stringContaining('other computers can log in as the demo accounts')])
  expect(findWarnings(readEnv({}))).toEqual([])
})
