import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../drizzle/client.ts'
import { retryParked } from '../drizzle/queries/parked-deliveries.ts'
import { startQueueWorker } from './queue-worker.ts'
import type { Registry } from './registry.ts'
import { startRelay } from './relay.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { deliveries, type LogLine, testDatabase, testLog, writeEvent } from './testing/database.ts'
import { createRunTable, runs, testRegistry } from './testing/handlers.ts'
import { type RedisServer, startRedisServer } from './testing/redis-server.ts'

// Each test has a redis-server and a database file of its own. The relay of the API process runs
// in the test's process; workers are started in it, or as real processes where one has to die.

let redis: RedisServer
let dir: string
let db: Database
let lines: LogLine[]
const stops: (() => Promise<unknown>)[] = []

const soon: Settings = { ...defaultSettings, firstDelayMs: 100, pollMs: 200, redriveMs: 1_000 }

beforeEach(async () => {
  redis = await startRedisServer()
  dir = mkdtempSync(join(tmpdir(), 'sprout-events-'))
  db = testDatabase(join(dir, 'test.db'))
  createRunTable(db)
  lines = []
})

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  db.$client.close()
  await redis.remove()
  rmSync(dir, { recursive: true })
})

function options(settings: Settings, registry: Registry) {
  const recorded = testLog()
  lines = recorded.lines
  return { db, registry, log: recorded.log, settings, redisUrl: redis.url }
}

function relay(settings = soon, registry = testRegistry) {
  const started = startRelay(options(settings, registry))
  stops.push(started.close)
  return started
}

function worker(settings = soon, registry = testRegistry) {
  const started = startQueueWorker(options(settings, registry))
  stops.push(started.close)
  return started
}

/** A worker that is a process of its own, once it is ready. */
async function workerProcess(settings = soon): Promise<ChildProcess & { pid: number }> {
  const entry = join(import.meta.dirname, 'testing/worker.ts')
  const args = [entry, redis.url, join(dir, 'test.db'), JSON.stringify(settings)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  stops.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the worker did not start')
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('worker ready')) break
  }
  child.stdout.resume()
  return Object.assign(child, { pid })
}

function eventually(check: () => void | Promise<void>, timeout = 20_000): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 50 })
}

function expectAllDone(count: number, timeout?: number): Promise<void> {
  return eventually(() => {
    expect(deliveries(db).map((delivery) => delivery.status)).toEqual(Array(count).fill('done'))
  }, timeout)
}

function writeEvents(count: number, data = {}): string[] {
  return Array.from({ length: count }, () => writeEvent(db, { data }))
}

describe('delivering', () => {
  test('hands each delivery to a worker once, and leaves nothing in Redis', async () => {
    const ids = writeEvents(30)
    relay()
    worker()
    await expectAllDone(30)
    expect(runs(db).map((run) => run.eventId)).toEqual(expect.arrayContaining(ids))
    expect(runs(db)).toHaveLength(30)
    const client = new Redis(redis.url)
    stops.push(() => client.quit())
    await eventually(async () => expect(await client.keys('*:*-test.obey-*')).toEqual([]))
  })

  test('a wake hands over at once, without the slow poll', async () => {
    const api = relay({ ...soon, pollMs: 60_000 })
    worker({ ...soon, pollMs: 60_000 })
    writeEvents(1)
    await expectAllDone(1)
    writeEvents(1)
    api.wake()
    await expectAllDone(2)
  })

  test('two workers share the load and repeat none of it', async () => {
    const one = { ...soon, concurrency: 1 }
    const workers = await Promise.all([workerProcess(one), workerProcess(one)])
    writeEvents(60, { takes: 30 })
    relay()
    await expectAllDone(60)
    expect(runs(db)).toHaveLength(60)
    expect(new Set(runs(db).map((run) => run.pid))).toEqual(new Set(workers.map(({ pid }) => pid)))
  })

  test('a worker alone publishes and delivers what it finds in the database', async () => {
    writeEvents(3)
    worker()
    await expectAllDone(3)
  })
})

describe('failing', () => {
  test('tries again after growing waits until it succeeds', async () => {
    writeEvents(1, { failures: 3 })
    relay()
    worker()
    await expectAllDone(1)
    const times = runs(db).map((run) => run.at)
    expect(runs(db).map((run) => run.attempt)).toEqual([1, 2, 3, 4])
    times.slice(1).forEach((time, i) => {
      expect(time - (times[i] ?? 0)).toBeGreaterThanOrEqual(50 * 2 ** i)
    })
  })

  test('is parked after the last attempt, and runs anew once retried', async () => {
    const settings = { ...soon, attempts: 3, firstDelayMs: 20 }
    writeEvents(1, { failures: 3 })
    relay(settings)
    worker(settings)
    await eventually(() =>
      expect(deliveries(db)).toMatchObject([
        { status: 'parked', attempts: 3, lastError: 'failure 3' },
      ]),
    )
    db.$client.exec(`update events set data = '{}'`)
    expect(retryParked(db, new Date())).toBe(1)
    await expectAllDone(1)
    expect(runs(db).map((run) => run.attempt)).toEqual([1, 2, 3, 1])
  })

  test('a job whose delivery nobody knows is dropped with a warning of ids only', async () => {
    relay()
    const [eventId] = writeEvents(1)
    const client = new Redis(redis.url)
    stops.push(() => client.quit())
    await eventually(async () => expect(await client.llen('sprout:events:wait')).toBe(1))
    db.$client.exec('delete from event_deliveries')
    worker()
    await eventually(() =>
      expect(lines).toContainEqual({
        level: 'warn',
        ids: { eventId, handler: 'test.obey' },
        message: 'job of no known delivery',
      }),
    )
    await eventually(async () => expect(await client.llen('sprout:events:active')).toBe(0))
    expect(runs(db)).toEqual([])
  })
})

describe('accidents', () => {
  test("a killed worker's job runs again within 15 s", async () => {
    const [eventId] = writeEvents(1, { stuck: true })
    const doomed = await workerProcess(defaultSettings)
    await eventually(() => expect(runs(db)).toMatchObject([{ eventId, pid: doomed.pid }]))
    const heir = await workerProcess(defaultSettings)
    doomed.kill('SIGKILL')
    const killedAt = Date.now()
    await expectAllDone(1, 30_000)
    const [, second, ...others] = runs(db)
    expect(others).toEqual([])
    expect(second).toMatchObject({ eventId, attempt: 2, pid: heir.pid })
    expect((second?.at ?? Infinity) - killedAt).toBeLessThan(15_000)
  })

  test('Redis killed in the middle: nothing is lost, no wake waits for it, the log stays calm', async () => {
    const api = relay()
    worker()
    writeEvents(10, { takes: 100 })
    await eventually(() => expect(runs(db).length).toBeGreaterThan(2))
    await redis.kill()
    for (let n = 0; n < 20; n += 1) {
      writeEvents(1)
      api.wake()
    }
    // Redis stays away for as long as it takes to publish everything without it.
    await eventually(() => expect(deliveries(db)).toHaveLength(30))
    await redis.start()
    await expectAllDone(30, 40_000)
    expect(runs(db).filter((run) => run.endedAt !== null)).toHaveLength(30)
    expect(lines.filter(({ level }) => level !== 'debug').length).toBeLessThan(10)
  })

  test('what FLUSHALL removed is handed over again', async () => {
    writeEvents(10)
    relay()
    const client = new Redis(redis.url)
    stops.push(() => client.quit())
    await eventually(async () => expect(await client.llen('sprout:events:wait')).toBe(10))
    await client.flushall()
    worker()
    await expectAllDone(10)
    expect(runs(db)).toHaveLength(10)
  })

  test('FLUSHALL in the middle of a job does not make it run twice', async () => {
    writeEvents(1, { takes: 3_000 })
    relay()
    worker()
    const client = new Redis(redis.url)
    stops.push(() => client.quit())
    await eventually(() => expect(runs(db)).toHaveLength(1))
    await client.flushall()
    await expectAllDone(1)
    expect(runs(db)).toHaveLength(1)
  })
})

describe('stopping', () => {
  test('SIGTERM lets a running job end, begins no other, and exits with 0', async () => {
    writeEvents(1, { takes: 1_500 })
    const stopped = await workerProcess({ ...soon, concurrency: 1 })
    await eventually(() => expect(runs(db)).toHaveLength(1))
    const ended = once(stopped, 'exit')
    stopped.kill('SIGTERM')
    writeEvents(3)
    expect(await ended).toEqual([0, null])
    expect(runs(db)).toMatchObject([{ endedAt: expect.any(Number) }])
    expect(deliveries(db).filter((delivery) => delivery.status === 'done')).toHaveLength(1)
  })

  test('a job that does not end is handed back, and another worker takes it', async () => {
    writeEvents(1, { stuck: true })
    relay()
    const stopped = await workerProcess({ ...soon, graceMs: 300 })
    await eventually(() => expect(runs(db)).toHaveLength(1))
    const ended = once(stopped, 'exit')
    stopped.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    worker()
    await expectAllDone(1)
    expect(runs(db)).toMatchObject([{ attempt: 1 }, { attempt: 1, pid: process.pid }])
  })

  test('a worker stops also while Redis is away', async () => {
    const stopped = await workerProcess()
    writeEvents(1)
    await expectAllDone(1)
    await redis.kill()
    const ended = once(stopped, 'exit')
    stopped.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

describe('periodic jobs', () => {
  function counting(everyMs: number): { registry: Registry; times: number[] } {
    const times: number[] = []
    const run = async () => void times.push(Date.now())
    return {
      registry: { handlers: [], periodicJobs: [{ name: 'test.tick', everyMs, run }] },
      times,
    }
  }

  test('run once in each period, however many processes there are', async () => {
    const { registry, times } = counting(400)
    relay(soon, registry)
    relay(soon, registry)
    worker(soon, registry)
    worker(soon, registry)
    await eventually(() => expect(times.length).toBeGreaterThan(5))
    const took = (times.at(-1) ?? 0) - (times[0] ?? 0)
    expect(times.length).toBeLessThanOrEqual(took / 400 + 2)
  })

  test('go on after Redis has lost everything', async () => {
    const { registry, times } = counting(300)
    relay(soon, registry)
    worker(soon, registry)
    await eventually(() => expect(times.length).toBeGreaterThan(1))
    await redis.kill()
    const before = times.length
    await redis.start()
    await eventually(() => expect(times.length).toBeGreaterThan(before + 2), 40_000)
  })
})
