import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { killProcess, startWorkerProcess } from '#tests/support/worker-process.ts'
import type { Registry } from '../queue/handler.ts'
import { startQueueWorker } from '../queue/queue-worker.ts'
import { startRelay } from '../queue/relay.ts'
import { defaultSettings, type Settings } from '../queue/settings.ts'
import { deliveries, testDatabase, testLog, writeEvent } from './database.ts'
import { createRunTable, testRegistry } from './handlers.ts'
import { startRedisServer } from './redis-server.ts'

/** The default settings with short delays. */
export const soon: Settings = {
  ...defaultSettings,
  firstDelayMs: 100,
  pollMs: 200,
  redriveMs: 1_000,
}

/**
 * A test's own Redis and database file. Relays and workers run in the test's process, workers as separate
 * processes where one has to be killed. Everything ends with the test.
 */
export async function queueTest() {
  const redis = await startRedisServer()
  onTestFinished(redis.remove)
  const file = join(temporaryFolder(), 'test.db')
  const db = testDatabase(file)
  onTestFinished(() => void db.$client.close())
  createRunTable(db)
  const { log, lines } = testLog()

  function relay(settings = soon, registry = testRegistry) {
    const started = startRelay({ db, registry, log, settings, redisUrl: redis.url })
    onTestFinished(started.close)
    return started
  }

  function worker(settings = soon, registry = testRegistry) {
    const started = startQueueWorker({ db, registry, log, settings, redisUrl: redis.url })
    onTestFinished(started.close)
  }

  /** Starts a worker process; resolves when it is ready. */
  async function workerProcess(settings = soon) {
    const child = await startWorkerProcess(redis.url, file, settings)
    onTestFinished(() => killProcess(child))
    return child
  }

  return {
    redis,
    db,
    /** Log lines of the relays and workers in this process. */
    lines,
    relay,
    worker,
    workerProcess,
    /** A connection for assertions about Redis. */
    connect(): Redis {
      const client = new Redis(redis.url)
      onTestFinished(() => void client.disconnect())
      return client
    },
    /** Commits `count` events; returns their ids. */
    writeEvents: (count: number, data = {}) =>
      Array.from({ length: count }, () => writeEvent(db, { data })),
    /** Resolves when there are `count` deliveries, all done. */
    expectAllDone: (count: number, limitMs?: number) =>
      eventually(() => {
        expect(deliveries(db).map(({ status }) => status)).toEqual(Array(count).fill('done'))
      }, limitMs),
  }
}

export function eventually(check: () => void | Promise<void>, limitMs = 20_000): Promise<void> {
  return vi.waitFor(check, { timeout: limitMs, interval: 50 })
}

/** A registry with only a periodic job that records when it runs. */
export function countingJob(everyMs: number): { registry: Registry; times: number[] } {
  const times: number[] = []
  const run = async () => void times.push(Date.now())
  return { registry: { handlers: [], periodicJobs: [{ name: 'test.tick', everyMs, run }] }, times }
}
