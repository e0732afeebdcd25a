import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { users } from '../../drizzle/schema.ts'
import { newDataDir } from '../support/running-site.ts'

// Several processes start here, each of which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const SUPPORT = join(import.meta.dirname, '..', 'support')
const JOURNAL = join(import.meta.dirname, '../../drizzle/migrations/meta/_journal.json')

test('processes that start at once migrate once between them, also while another one writes', async () => {
  const dataDir = newDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const openAll = () =>
    Promise.all(
      ['one', 'other'].map(async () => {
        const [code] = await once(fork(join(SUPPORT, 'open-store.ts'), [dataDir]), 'exit')
        return code
      }),
    )
  expect(await openAll()).toEqual([0, 0])

  const db = openDatabase(databaseFile(dataDir))
  const applied = () =>
    db.$client.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()
  const { entries }: { entries: unknown[] } = JSON.parse(readFileSync(JOURNAL, 'utf8'))
  expect(applied()).toBe(entries.length)

  // Once more, under a process that serves: nothing is left to do, and nobody is held up.
  const writer = fork(join(SUPPORT, 'busy-writer.ts'), [databaseFile(dataDir), 'anna'])
  let acked = 0
  writer.on('message', (count) => {
    acked = Number(count)
  })
  await expect.poll(() => acked, { timeout: 30_000 }).toBeGreaterThan(10)
  expect(await openAll()).toEqual([0, 0])
  const before = acked
  await expect.poll(() => acked, { timeout: 30_000 }).toBeGreaterThan(before + 10)
  const ended = once(writer, 'exit')
  writer.disconnect()
  expect(await ended).toEqual([0, null])
  expect(applied()).toBe(entries.length)
  expect(db.select().from(users).all().length).toBeGreaterThanOrEqual(acked)
  db.$client.close()
})
