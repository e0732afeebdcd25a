import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStore } from '#domain/process/open-store.ts'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { events, users } from '#drizzle/schema/index.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { runToEnd } from '../support/running-site.ts'
import { startBusyWriter } from '../support/start-busy-writer.ts'

// `npm run backup` and `npm run restore`, on a data folder that other processes write to.

// Several processes start here, each of which takes time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

let dataDir: string
let backupDir: string
const writers: Awaited<ReturnType<typeof startBusyWriter>>[] = []

beforeEach(() => {
  dataDir = temporaryFolder()
  backupDir = join(dataDir, 'backups')
  openStore(dataDir).$client.close()
})

afterEach(stopWriters)

function stopWriters() {
  return Promise.all(writers.splice(0).map(({ stop }) => stop()))
}

const ackedByAll = () => writers.reduce((sum, { acked }) => sum + acked(), 0)

const command = (entry: string, ...args: string[]) =>
  runToEnd(entry, { DATA_DIR: dataDir, BACKUP_DIR: backupDir }, args)

function contents(file: string) {
  const db = openDatabase(file)
  const people = db.select().from(users).all()
  const all = db.select().from(events).all()
  const verdict = db.$client.pragma('integrity_check', { simple: true })
  db.$client.close()
  return { people: people.length, events: all.length, verdict }
}

test('backs up a site under load consistently and restores the backup', async () => {
  for (const name of ['anna', 'boris']) {
    writers.push(await startBusyWriter(databaseFile(dataDir), name))
  }
  const before = ackedByAll()
  const made = await command('scripts/backup.ts')
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/^Backed up to \S+$/) })
  const backup = made.output.slice('Backed up to '.length)
  const after = ackedByAll()

  const refused = await command('scripts/restore.ts', backup)
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('The site is using') })
  await stopWriters()
  const present = contents(databaseFile(dataDir))

  const restored = await command('scripts/restore.ts', backup)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored') })
  const { people, events: count, verdict } = contents(databaseFile(dataDir))
  expect(verdict).toBe('ok')
  expect(people).toBeGreaterThanOrEqual(before)
  // Each writer may have one commit that it has not reported.
  expect(people).toBeLessThanOrEqual(after + 2)
  expect(count).toBe(people)

  // The previous data is kept beside it.
  const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'))
  expect(contents(join(dataDir, aside, 'sprout.db'))).toEqual(present)
})
