import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { importer } from '#domain/imports/testing/import-file.ts'
import { openStore } from '#domain/process/open-store.ts'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { checkDatabase } from '#drizzle/copy-database.ts'
import { deskFamilies } from '#drizzle/schema/index.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { allOf, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { openStore as openSandbox } from '#sandbox/stripe/records/store.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

// tests/process/backup.integration.test.ts covers backups during writes.

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

  // The first backup is inside the data folder and must not be part of the second.
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

/** Adds a row with a broken foreign key. */
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

/** Runs SQL on a file, as another program would. */
function manipulate(file: string, sql: string) {
  const db = new SQLite(file)
  db.unsafeMode()
  db.exec(sql)
  db.close()
}

const namesIn = (folder: string) => readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name))

const edit = (sql: string) => `PRAGMA writable_schema = ON; ${sql}; PRAGMA writable_schema = OFF`
const TRIGGER = 'AFTER INSERT ON users BEGIN DELETE FROM events; END'

test.each<[string, string, RegExp]>([
  ['a trigger', `CREATE TRIGGER "new ""one" ${TRIGGER}`, /foreign trigger "new \\"one"/],
  ['a view', 'CREATE VIEW seen AS SELECT * FROM users', /foreign view "seen"/],
  ['a table', 'CREATE TABLE more (id INTEGER, twice AS (id * 2))', /foreign table "more"/],
  ['a virtual table', 'CREATE VIRTUAL TABLE more USING fts5(x)', /foreign table "more"/],
  ['an index', 'CREATE INDEX more ON users (email || email)', /foreign index "more"/],
  ['a column', 'ALTER TABLE users ADD COLUMN more TEXT', /changed table "users"/],
  ['statistics', 'ANALYZE', /foreign table "sqlite_stat1"/],
  ['no guard', 'DROP TRIGGER events_never_disappear', /missing trigger "events_never_disappear"/],
  [
    'a weaker guard',
    `DROP TRIGGER events_never_disappear;
     CREATE TRIGGER events_never_disappear BEFORE DELETE ON events BEGIN SELECT 1; END`,
    /changed trigger "events_never_disappear"/,
  ],
  [
    'a trigger in the place of a table',
    `DROP TABLE __drizzle_migrations; CREATE VIEW __drizzle_migrations AS SELECT 1 AS created_at`,
    /foreign view "__drizzle_migrations"/,
  ],
  [
    'an edited schema',
    edit("UPDATE sqlite_schema SET sql = replace(sql, 'events', 'users') WHERE type = 'trigger'"),
    /changed trigger|malformed/,
  ],
  [
    'a second entry of the schema',
    edit(`INSERT INTO sqlite_schema VALUES
      ('trigger', 'again', 'users', 0, 'CREATE TRIGGER again ${TRIGGER}')`),
    /foreign trigger "again"/,
  ],
  [
    'a table of Litestream with more in it',
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER, more TEXT)',
    /foreign table "_litestream_seq"/,
  ],
  [
    'a migration of a newer version',
    "CREATE TABLE newer (id TEXT); INSERT INTO __drizzle_migrations VALUES (NULL, 'x', 9e15)",
    /foreign table "newer"/,
  ],
])('refuses to restore a backup with %s', async (_what, sql, message) => {
  const backup = await backUp()
  manipulate(join(backup, 'sprout.db'), sql)
  const before = namesIn(dataDir)
  expect(() => restore(backup)).toThrow(message)
  expect(namesIn(dataDir)).toEqual(before)
})

test('makes no backup that could not be restored', async () => {
  manipulate(databaseFile(dataDir), `CREATE TRIGGER more ${TRIGGER}`)
  await expect(backUp()).rejects.toThrow(/foreign trigger "more"/)
  expect(readdirSync(backupDir)).toEqual([])
})

test('restores what Litestream has left in a database', async () => {
  const backup = await backUp()
  manipulate(
    join(backup, 'sprout.db'),
    `CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
     CREATE TABLE _litestream_lock (id INTEGER)`,
  )
  restore(backup)
})

test('refuses foreign databases and objects of the sandbox', async () => {
  openSandbox(dataDir).close()
  const backup = await backUp()
  copyFileSync(join(backup, 'sprout.db'), join(backup, 'other.db'))
  expect(() => restore(backup)).toThrow(/^other.db holds .*the whole file/)
  rmSync(join(backup, 'other.db'))
  const sandbox = join(backup, 'stripe-sandbox.sqlite')
  manipulate(sandbox, 'DROP INDEX objects_intent')
  restore(backup)
  manipulate(sandbox, 'CREATE VIEW seen AS SELECT * FROM objects')
  expect(() => restore(backup)).toThrow(/foreign view "seen"/)
})

test.each(['0.1.0', '0.3.0'])('restores a backup of version %s', async (release) => {
  const backup = temporaryFolder()
  const sql = readFileSync(join('tests/fixtures', release, 'database.sql'), 'utf8')
  manipulate(databaseFile(backup), `PRAGMA foreign_keys = OFF; ${sql}`)
  restore(backup)
  openStore(dataDir).$client.close()
  // After the migration it has the schema of a new database.
  await backUp()
})

test.each<[string, (path: string, target: string) => void]>([
  ['a symbolic link to a file', (path, target) => symlinkSync(target, path)],
  ['a symbolic link to a folder', (path) => symlinkSync(dataDir, path)],
  ['a symbolic link to nothing', (path) => symlinkSync('/nowhere', path)],
  ['a hard link', (path, target) => linkSync(target, path)],
  ['a named pipe', (path) => execFileSync('mkfifo', [path])],
])('refuses to restore %s, wherever it is', async (_what, make) => {
  const target = join(temporaryFolder(), 'secret')
  writeFileSync(target, 'secret')
  mkdirSync(join(dataDir, 'images', 'one'), { recursive: true })
  const backup = await backUp()
  for (const name of ['more.json', 'images/one/original', '.hidden', 'jwt-secret']) {
    const path = join(backup, name)
    make(path, target)
    const before = namesIn(dataDir)
    expect(() => restore(backup)).toThrow(/Backups hold files and folders only/)
    expect(namesIn(dataDir)).toEqual(before)
    rmSync(path)
  }
  rmSync(join(backup, 'sprout.db'))
  symlinkSync(databaseFile(dataDir), join(backup, 'sprout.db'))
  expect(() => restore(backup)).toThrow(/Backups hold files and folders only/)
})

test('does not back up a symbolic link to the images', async () => {
  symlinkSync(temporaryFolder(), join(dataDir, 'images'))
  await expect(backUp()).rejects.toThrow(/images" is a symbolic link/)
  expect(readdirSync(backupDir)).toEqual([])
})

test('restores no key, and keeps what an earlier restore has set aside, with its log', () => {
  const db = openStore(dataDir)
  db.$client.exec("INSERT INTO __drizzle_migrations VALUES (NULL, 'in the log', 1)")
  const aside = join(dataDir, 'before-restore-earlier')
  mkdirSync(aside)
  for (const name of ['sprout.db', 'sprout.db-wal'])
    copyFileSync(join(dataDir, name), join(aside, name))
  db.$client.close()
  writeFileSync(join(aside, 'jwt-secret'), 'planted')
  restore(aside)
  const restored = new SQLite(databaseFile(dataDir))
  expect(restored.prepare('SELECT max(hash) FROM __drizzle_migrations').pluck().get()).toBe(
    'in the log',
  )
  restored.close()
  expect(readdirSync(dataDir)).not.toContain('jwt-secret')
})

test('continues an import whose run was on its way in the backup', async () => {
  const store = seededDatabase(databaseFile(dataDir))
  const flow = importer(store)
  // The same child or phone would be asked about.
  const rows = Array.from({ length: 60 }, (_, index) => {
    const [month, day] = [1 + (index % 9), 10 + (index % 19)]
    return `Mia,2020-0${month}-${day},Paula,50355501${10 + index}`
  })
  const id = await flow.load('families', ['Child,DOB,Parent,Phone', ...rows].join('\n'))
  await flow.map(id, {})
  await flow.check(id)
  await flow.start(id)
  // The process ends after the second transaction.
  const end = new AbortController()
  let begun = 0
  const endingNow = () => {
    begun += 1
    if (begun === 2) end.abort()
    return now
  }
  await expect(importer(store, endingNow).work(end.signal)).rejects.toThrow('abort')
  const before = allOf(store, deskFamilies).length
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(60)
  const backup = await backUp()
  await flow.work()
  store.$client.close()
  restore(backup)
  const restored = openForTest(databaseFile(dataDir))
  expect(allOf(restored, deskFamilies)).toHaveLength(before)
  await importer(restored).work()
  expect(importer(restored).find(id)).toMatchObject({ state: 'done' })
  expect(allOf(restored, deskFamilies)).toHaveLength(60)
  restored.$client.close()
})
