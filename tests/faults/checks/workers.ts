import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, type Transaction } from '#drizzle/client.ts'
import { countDeliveries } from '#drizzle/queries/deliveries.ts'
import { killProcess, startWorkerProcess } from '#tests/support/worker-process.ts'
import { startRelay } from '#workers/queue/relay.ts'
import { defaultSettings } from '#workers/queue/settings.ts'
import { testDatabase, testLog, writeEvent } from '#workers/testing/database.ts'
import { createRunTable, runs, testRegistry } from '#workers/testing/handlers.ts'
import { type RedisServer, startRedisServer } from '#workers/testing/redis-server.ts'
import { type Check, type Finding, waitUntil } from '../check.ts'

const JOBS = 4

/** More than jobs, so that a job that runs again finds a free worker. */
const WORKERS = 6

/** A killed worker's job runs again within this time, in milliseconds. */
const AGAIN_MS = 15_000

/** Without progress for this long, the check has failed; in milliseconds. */
const STALLED_MS = 90_000

export const workersKilled: Check = {
  row: 'R13',
  name: `workers killed with -9 in the middle of a job, ${JOBS} jobs at a time`,
  goal: 'every job takes effect once, again within 15 s',
  cycles: 100,
  async run(cycles) {
    const folder = mkdtempSync(join(tmpdir(), 'sprout-faults-'))
    const db = testDatabase(databaseFile(folder))
    createRunTable(db)
    const redis = await startRedisServer({ durable: true })
    const pool = createWorkerPool(db, redis, databaseFile(folder))
    try {
      await Promise.all(Array.from({ length: WORKERS }, pool.add))
      return await killAll(db, pool, cycles)
    } finally {
      await pool.close()
      await redis.remove()
      db.$client.close()
      rmSync(folder, { recursive: true })
    }
  },
}

interface WorkerPool {
  /** Resolves when one more worker is ready. */
  add(): Promise<void>
  /** Adds a job that never ends in its first attempt. */
  addJob(): void
  /** Kills a worker; resolves when its replacement is ready. */
  replace(pid: number): Promise<void>
  has(pid: number): boolean
  close(): Promise<void>
}

function createWorkerPool(db: Transaction, redis: RedisServer, file: string): WorkerPool {
  const children = new Map<number, ChildProcess>()
  // One job at a time, so that a kill interrupts exactly one.
  const settings = { ...defaultSettings, concurrency: 1 }
  const { log } = testLog()
  const relay = startRelay({ db, registry: testRegistry, log, settings, redisUrl: redis.url })

  async function add(): Promise<void> {
    const child = await startWorkerProcess(redis.url, file, settings)
    children.set(child.pid, child)
  }

  async function kill(pid: number): Promise<void> {
    const child = children.get(pid)
    children.delete(pid)
    if (child) await killProcess(child)
  }

  return {
    add,
    addJob() {
      writeEvent(db, { data: { stuck: true } })
      relay.wake()
    },
    async replace(pid) {
      await kill(pid)
      await add()
    },
    has: (pid) => children.has(pid),
    async close() {
      for (const pid of children.keys()) await kill(pid)
      await relay.close()
    },
  }
}

async function killAll(db: Transaction, pool: WorkerPool, cycles: number): Promise<Finding> {
  const problems: string[] = []
  const killedAt = new Map<string, number>()
  let given = 0
  while (killedAt.size < cycles) {
    while (given < cycles && given - killedAt.size < JOBS) {
      pool.addJob()
      given += 1
    }
    const isHeld = () => held().length > 0
    if (!(await waitUntil(isHeld, STALLED_MS))) {
      problems.push('a job was never started')
      break
    }
    await Promise.all(
      held().map(({ eventId, pid }) => {
        killedAt.set(eventId, Date.now())
        return pool.replace(pid)
      }),
    )
  }
  const isDone = () => countDeliveries(db).done === given
  if (!(await waitUntil(isDone, STALLED_MS))) problems.push('not every job was done')

  const byEvent = Map.groupBy(runs(db), ({ eventId }) => eventId)
  const waits: number[] = []
  for (const [eventId, all] of byEvent) {
    const ends = all.filter(({ endedAt }) => endedAt !== null).length
    if (ends !== 1) problems.push(`took effect ${ends} times: ${eventId}`)
    const [, again] = all
    if (again) waits.push(again.at - (killedAt.get(eventId) ?? 0))
  }
  const slowest = Math.max(0, ...waits)
  if (slowest > AGAIN_MS) problems.push(`a job ran again only after ${slowest} ms`)
  const figure = `${killedAt.size} kills, ${byEvent.size} jobs; again after at most ${(slowest / 1000).toFixed(1)} s`
  return { figure, problems }

  /** Jobs that are stuck in their first attempt on a running worker. */
  function held() {
    const all = runs(db)
    return all.filter(
      ({ eventId, pid }) =>
        pool.has(pid) &&
        !killedAt.has(eventId) &&
        all.filter((run) => run.eventId === eventId).length === 1,
    )
  }
}
