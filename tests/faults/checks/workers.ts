import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, databaseFile } from '../../../drizzle/client.ts'
import { countDeliveries } from '../../../drizzle/queries/deliveries.ts'
import { startRelay } from '../../../workers/queue/relay.ts'
import { defaultSettings } from '../../../workers/queue/settings.ts'
import { testDatabase, testLog, writeEvent } from '../../../workers/testing/database.ts'
import { createRunTable, runs, testRegistry } from '../../../workers/testing/handlers.ts'
import { type RedisServer, startRedisServer } from '../../../workers/testing/redis-server.ts'
import { COMPILE_CACHE, SITE_FLAGS } from '../../support/site-flags.ts'
import { type Check, comesTrue, type Finding } from '../check.ts'

const WORKER = join(import.meta.dirname, '../../../workers/testing/worker.ts')
const JOBS = 4

/** Some more than jobs, so that one that runs again does not wait for a place. */
const WORKERS = 6

/** A killed worker's job runs again within this time, in milliseconds. */
const AGAIN_MS = 15_000

/** No worker gets to a job, or no job to its end, for so long: then it never will. */
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
    const crew = createCrew(db, redis, databaseFile(folder))
    try {
      await Promise.all(Array.from({ length: WORKERS }, crew.add))
      return await killAll(db, crew, cycles)
    } finally {
      await crew.close()
      await redis.remove()
      db.$client.close()
      rmSync(folder, { recursive: true })
    }
  },
}

interface Crew {
  /** Resolves when one more worker is ready. */
  add(): Promise<void>
  /** Gives the workers a job that never ends for the first that starts it. */
  giveJob(): void
  /** Kills the worker with that pid, and resolves when another one is ready in its place. */
  replace(pid: number): Promise<void>
  has(pid: number): boolean
  close(): Promise<void>
}

function createCrew(db: Database, redis: RedisServer, file: string): Crew {
  const children = new Map<number, ChildProcess>()
  // One job at a time: what is killed with a worker is the job that is meant, and no other.
  const settings = { ...defaultSettings, concurrency: 1 }
  const { log } = testLog()
  const relay = startRelay({ db, registry: testRegistry, log, settings, redisUrl: redis.url })

  async function add(): Promise<void> {
    const args = [...SITE_FLAGS, WORKER, redis.url, file, JSON.stringify(settings)]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.pid !== undefined) children.set(child.pid, child)
    // The first that it says is that it is ready.
    await once(child.stdout, 'data')
    child.stdout.resume()
  }

  async function kill(pid: number): Promise<void> {
    const child = children.get(pid)
    children.delete(pid)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  return {
    add,
    giveJob() {
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

async function killAll(db: Database, crew: Crew, cycles: number): Promise<Finding> {
  const problems: string[] = []
  const killedAt = new Map<string, number>()
  let given = 0
  while (killedAt.size < cycles) {
    while (given < cycles && given - killedAt.size < JOBS) {
      crew.giveJob()
      given += 1
    }
    const isHeld = () => held().length > 0
    if (!(await comesTrue(isHeld, STALLED_MS))) {
      problems.push('a job was never begun')
      break
    }
    await Promise.all(
      held().map(({ eventId, pid }) => {
        killedAt.set(eventId, Date.now())
        return crew.replace(pid)
      }),
    )
  }
  const isDone = () => countDeliveries(db).done === given
  if (!(await comesTrue(isDone, STALLED_MS))) problems.push('not every job came to its end')

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

  /** Jobs begun for the first time, by a worker that lives: they are in their middle, and stay there. */
  function held() {
    const all = runs(db)
    return all.filter(
      ({ eventId, pid }) =>
        crew.has(pid) &&
        !killedAt.has(eventId) &&
        all.filter((run) => run.eventId === eventId).length === 1,
    )
  }
}
