import { readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { openStore } from '#domain/process/open-store.ts'
import { runDrill } from '#domain/replication/drill.ts'
import { type Replication, startReplication } from '#domain/replication/replication.ts'
import { events } from '#drizzle/schema/index.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { litestreamOf, loseHost, restoreCopy } from '../faults/lost-host.ts'

// Litestream, the drill and `npm run restore -- --from`; a folder stands in for the other host.

vi.setConfig({ testTimeout: 120_000 })

let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

const log = { info() {}, warn() {}, error() {} }
const clinic = { timeZone: 'America/Los_Angeles', horizonDays: 90 }

const ageOf =
  ({ state }: Pick<Replication, 'state'>) =>
  () =>
    state().ageSeconds

test('after a host died under load, its copy is consistent and lacks only the last bookings', async () => {
  const { acknowledged, lost, oldestMs, problems } = await loseHost(folder)
  expect(problems).toEqual([])
  expect(acknowledged).toBeGreaterThan(50)
  expect(lost).toBeLessThan(acknowledged)
  // `npm run test:faults` limits it to 200 ms, without other tests in parallel.
  expect(oldestMs).toBeLessThan(3_000)
})

test('an old copy raises one alarm, continues when its target is back, and a drill detects a damaged copy', async () => {
  const dataDir = join(folder, 'data')
  const copy = join(folder, 'copy')
  const db = openStore(dataDir)
  seedDatabase(db, new Date())
  let passedMs = 0
  const clock = () => new Date(Date.now() + passedMs)
  const kinds = () =>
    allOf(db, events)
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('replica.'))
  const target = { type: 'file', path: copy } as const
  const replication = await startReplication(
    { target, keys: {} },
    { env: { dataDir, clinic }, db, log, clock },
  )
  try {
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['replica.drilled'])
    expect(replication.state()).toMatchObject({
      place: copy,
      isTooOld: false,
      drill: { failed: [] },
    })

    // The other host is gone while data is written.
    renameSync(copy, `${copy}-gone`)
    writeFileSync(copy, 'no folder')
    db.$client.exec('create table written_meanwhile (id integer)')
    await expect.poll(ageOf(replication), { timeout: 30_000 }).toBeGreaterThan(3)
    passedMs = 6 * 60_000
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['replica.drilled', 'replica.stale'])
    expect(replication.state().isTooOld).toBe(true)

    rmSync(copy)
    renameSync(`${copy}-gone`, copy)
    await expect.poll(ageOf(replication), { timeout: 60_000 }).toBeLessThan(3)
    expect(replication.state().isTooOld).toBe(false)

    // Enough data for a checkpoint, which starts a new part of the log.
    const parts = () => readdirSync(join(copy, 'database'), { recursive: true }).join('\n')
    await expect
      .poll(
        () => {
          db.$client.exec('insert into written_meanwhile values (zeroblob(500000))')
          return parts()
        },
        { timeout: 60_000 },
      )
      .toMatch(/wal\/00000001_/)
    passedMs += 60_000
    await expect.poll(ageOf(replication), { timeout: 30_000 }).toBeLessThan(3)
  } finally {
    await replication.close()
  }
  expect(litestreamOf(dataDir)).toEqual([])
  for (const name of readdirSync(join(copy, 'database'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (name.isFile()) truncateSync(join(name.parentPath, name.name), 40)
  }
  const { failed } = await runDrill(
    { db, dataDir, replica: { target, keys: {} }, now: clock },
    5 * 60_000,
    new AbortController().signal,
  )
  expect(failed).toEqual(['restore'])
  expect(kinds().at(-1)).toBe('replica.drill_failed')
  db.$client.close()
  const nowhere = await restoreCopy(join(folder, 'nothing'), join(folder, 'other'))
  expect(nowhere).toEqual({ code: 1, output: expect.stringContaining('There is no copy at') })
})

test('refuses a copy inside the data folder', async () => {
  const dataDir = join(folder, 'data')
  const db = openStore(dataDir)
  const target = { type: 'file', path: join(dataDir, 'copy') } as const
  const started = startReplication(
    { target, keys: {} },
    { env: { dataDir, clinic }, db, log, clock: () => new Date() },
  )
  await expect(started).rejects.toThrow('REPLICA_URL must not be inside of DATA_DIR')
  db.$client.close()
})
