import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openStore } from '#domain/process/open-store.ts'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { checkDatabase } from '#drizzle/copy-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { openStore as openSandbox } from '#sandbox/stripe/records/store.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

// tests/process/backup.integration.test.ts covers backups made during writes.

let dataDir: string
let backupDir: string
let now = new Date('2027-03-01T13:00:00Z')

beforeEach(() => {
  dataDir = temporaryFolder()
  backupDir = join(dataDir, 'backups')
  openStore(dataDir).$client.close()
})

function backUp() {
  now = new Date(now.getTime() + 1)
  return makeBackup({ dataDir, backupDir, now })
}

const restore = (backup: string, folder = dataDir) =>
  restoreBackup({ dataDir: folder, backup, now })

test('copies databases, images and accounts, but no keys and no unfinished files', async () => {
  mkdirSync(join(dataDir, 'images', 'doctors'), { recursive: true })
  mkdirSync(join(dataDir, 'images', 'staging'))
  const files = { 'images/doctors/one.webp': 'picture', 'identity.json': '{"accounts":[]}' }
  const passing = { 'jwt-secret': 'key', 'identity.json.tmp': '{"acc', 'images/staging/x': 'pic' }
  for (const [name, text] of Object.entries({ ...files, ...passing })) {
    writeFileSync(join(dataDir, name), text)
  }
  openSandbox(dataDir).close()

  // The first backup is inside the data folder and must not be in the second.
  const backups = [await backUp(), await backUp()]
  for (const backup of backups) {
    expect(readdirSync(backup).toSorted()).toEqual([
      'identity.json',
      'images',
      'sprout.db',
      'stripe-sandbox.sqlite',
    ])
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(backup, name), 'utf8')).toBe(text)
    }
    expect(readdirSync(join(backup, 'images'))).toEqual(['doctors'])
    // Only the operator may read patients' data.
    expect(statSync(backup).mode & 0o077).toBe(0)
    expect(statSync(join(backup, 'sprout.db')).mode & 0o077).toBe(0)
  }
  expect(readdirSync(backupDir)).toHaveLength(2)

  rmSync(join(dataDir, 'images'), { recursive: true })
  restore(backups[0] ?? '')
  expect(readFileSync(join(dataDir, 'images/doctors/one.webp'), 'utf8')).toBe('picture')
})

/** Overwrites the second half of a file. */
function damage(file: string) {
  const bytes = readFileSync(file)
  bytes.fill(0xff, bytes.length / 2)
  writeFileSync(file, bytes)
}

test('refuses to back up a damaged database and leaves no folder', async () => {
  damage(databaseFile(dataDir))
  await expect(backUp()).rejects.toThrow(/malformed|damaged/)
  expect(readdirSync(backupDir)).toEqual([])
})

/** Adds a row whose foreign key is broken. */
function breakForeignKey(file: string) {
  const db = openDatabase(file)
  db.$client.exec('PRAGMA foreign_keys = OFF; INSERT INTO treatment_times VALUES (1, 540, 30)')
  db.$client.close()
}

test('neither makes nor restores a backup with broken foreign keys', async () => {
  const backup = await backUp()
  breakForeignKey(join(backup, 'sprout.db'))
  expect(() => restore(backup)).toThrow(/rows are missing/)
  breakForeignKey(databaseFile(dataDir))
  await expect(backUp()).rejects.toThrow(/rows are missing/)
  expect(readdirSync(backupDir)).toEqual([basename(backup)])
})

test('changes nothing when the backup is damaged or missing', async () => {
  const backup = await backUp()
  damage(join(backup, 'sprout.db'))
  const kept = () => readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name))
  const before = kept()
  expect(() => restore(backup)).toThrow(/malformed|damaged/)
  expect(() => restore(join(dataDir, 'nothing'))).toThrow(/isn’t a backup/)
  expect(kept()).toEqual(before)
})

test('restores over an unreadable database, and into a new folder', async () => {
  const backup = await backUp()
  writeFileSync(databaseFile(dataDir), 'no database at all, after the disk failed')
  const aside = restore(backup) ?? ''
  checkDatabase(databaseFile(dataDir))
  expect(readFileSync(databaseFile(aside), 'utf8')).toMatch(/^no database/)

  const other = join(dataDir, 'other')
  expect(restore(backup, other)).toBeUndefined()
  checkDatabase(databaseFile(other))
})

test('refuses to restore while the database is open', async () => {
  const backup = await backUp()
  const open = openStore(dataDir)
  expect(() => restore(backup)).toThrow(/The site is using/)
  open.$client.close()
  restore(backup)
})

test('refuses to back up a folder without a database', async () => {
  rmSync(databaseFile(dataDir))
  await expect(backUp()).rejects.toThrow(/^Nothing to back up/)
  expect(readdirSync(dataDir)).not.toContain('backups')
})
