import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { expect, test, vi } from 'vitest'
import { databaseFile, type Transaction } from '#drizzle/client.ts'
import { users } from '#drizzle/schema/index.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { startBusyWriter } from '../support/start-busy-writer.ts'

// Several processes start here, each of which takes time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const SUPPORT = join(import.meta.dirname, '..', 'support')
const MIGRATIONS = join(import.meta.dirname, '../../drizzle/migrations')
const JOURNAL = join('meta', '_journal.json')

const journal: { entries: unknown[] } = JSON.parse(readFileSync(join(MIGRATIONS, JOURNAL), 'utf8'))

/** Starts two processes that open the store; returns how they end. */
function openTwice(dataDir: string) {
  return Promise.all(
    ['one', 'other'].map(async () => {
      const [code] = await once(fork(join(SUPPORT, 'open-store.ts'), [dataDir]), 'exit')
      return code
    }),
  )
}

const appliedTo = (db: Transaction) =>
  db.$client.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()

/** A database as the release before the newest migration left it. */
function olderDatabase(dataDir: string): Transaction {
  const folder = temporaryFolder()
  cpSync(MIGRATIONS, folder, { recursive: true })
  const older = { ...journal, entries: journal.entries.slice(0, -1) }
  writeFileSync(join(folder, JOURNAL), JSON.stringify(older))
  const db = openForTest(databaseFile(dataDir))
  migrate(db, { migrationsFolder: folder })
  return db
}

test('migrates once when two processes start together', async () => {
  const dataDir = temporaryFolder()
  expect(await openTwice(dataDir)).toEqual([0, 0])
  const db = openForTest(databaseFile(dataDir))
  expect(appliedTo(db)).toBe(journal.entries.length)
  db.$client.close()
})

test('migrates while a process of the previous release keeps writing', async () => {
  const dataDir = temporaryFolder()
  const db = olderDatabase(dataDir)
  expect(appliedTo(db)).toBe(journal.entries.length - 1)
  const { acked, stop } = await startBusyWriter(databaseFile(dataDir), 'anna')
  expect(await openTwice(dataDir)).toEqual([0, 0])
  expect(appliedTo(db)).toBe(journal.entries.length)
  const before = acked()
  await expect.poll(acked, { timeout: 30_000 }).toBeGreaterThan(before + 10)
  expect(await stop()).toEqual([0, null])
  expect(db.select().from(users).all().length).toBeGreaterThanOrEqual(acked())
  db.$client.close()
})
