import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../domain/process/open-store.ts'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { checkDatabase } from '../../drizzle/copy-database.ts'
import { openStore as openSandbox } from '../../sandbox/stripe/store.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

// That a backup made while others write is consistent: tests/process/backup.integration.test.ts.

let dataDir: string
let backupDir: string
let now = new Date('2027-03-01T13:00:00Z')

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sprout-backup-'))
  backupDir = join(dataDir, 'backups')
  openStore(dataDir).$client.close()
})

afterEach(() => rmSync(dataDir, { recursive: true }))

function backUp() {
  now = new Date(now.getTime() + 1)
  return makeBackup({ dataDir, backupDir, now })
}

const restore = (backup: string, folder = dataDir) =>
  restoreBackup({ dataDir: folder, backup, now })

test('brings images, accounts and the sandbox’s money, but no key and nothing half written', async () => {
  mkdirSync(join(dataDir, 'images', 'doctors'), { recursive: true })
  mkdirSync(join(dataDir, 'images', 'workshop'))
  const files = { 'images/doctors/one.webp': 'picture', 'identity.json': '{"accounts":[]}' }
  const passing = { 'jwt-secret': 'key', 'identity.json.tmp': '{"acc', 'images/workshop/x': 'pic' }
  for (const [name, text] of Object.entries({ ...files, ...passing })) {
    writeFileSync(join(dataDir, name), text)
  }
  openSandbox(dataDir).close()

  // The second one does not hold the first, though that lies in the data folder.
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
    // Patients' data is for the operator alone.
    expect(statSync(backup).mode & 0o077).toBe(0)
    expect(statSync(join(backup, 'sprout.db')).mode & 0o077).toBe(0)
  }
  expect(readdirSync(backupDir)).toHaveLength(2)

  rmSync(join(dataDir, 'images'), { recursive: true })
  restore(backups[0] ?? '')
  expect(readFileSync(join(dataDir, 'images/doctors/one.webp'), 'utf8')).toBe('picture')
})

/** Spoils the second half of a file. */
function damage(file: string) {
  const bytes = readFileSync(file)
  bytes.fill(0xff, bytes.length / 2)
  writeFileSync(file, bytes)
}

test('of a damaged database is refused, and none is left that looks like one', async () => {
  damage(databaseFile(dataDir))
  await expect(backUp()).rejects.toThrow(/malformed|damaged/)
  expect(readdirSync(backupDir)).toEqual([])
})

/** Leaves a slot of a service that is not there. */
function loseService(file: string) {
  const db = openDatabase(file)
  db.$client.exec('PRAGMA foreign_keys = OFF; INSERT INTO service_slots VALUES (1, 540, 30)')
  db.$client.close()
}

test('one in which rows are missing that others refer to is neither made nor restored', async () => {
  const backup = await backUp()
  loseService(join(backup, 'sprout.db'))
  expect(() => restore(backup)).toThrow(/rows are missing/)
  loseService(databaseFile(dataDir))
  await expect(backUp()).rejects.toThrow(/rows are missing/)
  expect(readdirSync(backupDir)).toEqual([basename(backup)])
})

test('one that is damaged, or none, changes nothing', async () => {
  const backup = await backUp()
  damage(join(backup, 'sprout.db'))
  const kept = () => readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name))
  const before = kept()
  expect(() => restore(backup)).toThrow(/malformed|damaged/)
  expect(() => restore(join(dataDir, 'nothing'))).toThrow(/is no backup/)
  expect(kept()).toEqual(before)
})

test('comes back in the place of a database that cannot be read, and into a new folder', async () => {
  const backup = await backUp()
  writeFileSync(databaseFile(dataDir), 'no database at all, after the disk failed')
  const aside = restore(backup) ?? ''
  checkDatabase(databaseFile(dataDir))
  expect(readFileSync(databaseFile(aside), 'utf8')).toMatch(/^no database/)

  const other = join(dataDir, 'other')
  expect(restore(backup, other)).toBeUndefined()
  checkDatabase(databaseFile(other))
})

test('is refused while somebody has the database open', async () => {
  const backup = await backUp()
  const open = openStore(dataDir)
  expect(() => restore(backup)).toThrow(/The site is running/)
  open.$client.close()
  restore(backup)
})

test('of nothing is refused in one sentence', async () => {
  rmSync(databaseFile(dataDir))
  await expect(backUp()).rejects.toThrow(/^There is nothing to back up/)
  expect(readdirSync(dataDir)).not.toContain('backups')
})
