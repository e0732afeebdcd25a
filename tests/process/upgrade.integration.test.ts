import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { EVENT_KINDS, eventData } from '#contract/audit/events.ts'
import { openExistingStore } from '#domain/process/open-store.ts'
import { databaseFile } from '#drizzle/client.ts'
import { retryFailedDeliveries } from '#drizzle/queries/deliveries.ts'
import { handlersOf } from '#drizzle/subscriptions.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { Handler, Registry } from '#workers/queue/handler.ts'
import { startQueueWorker } from '#workers/queue/queue-worker.ts'
import { defaultSettings } from '#workers/queue/settings.ts'
import { deliveries, testLog } from '#workers/testing/database.ts'
import { startRedisServer } from '#workers/testing/redis-server.ts'

// Data that release 0.1.0 left: jobs waiting in Redis, jobs waiting for a retry, a job of a killed worker,
// a failed delivery, and unpublished events.
const FIXTURES = join(import.meta.dirname, '../fixtures/0.1.0')

type RedisValue =
  | { type: 'string'; value: string }
  | { type: 'hash'; value: Record<string, string> }
  | { type: 'list' | 'zset'; value: string[] }

async function restoreRedis(url: string): Promise<void> {
  const client = new Redis(url)
  const content: Record<string, RedisValue> = JSON.parse(
    readFileSync(join(FIXTURES, 'redis.json'), 'utf8'),
  )
  for (const [key, { type, value }] of Object.entries(content)) {
    if (type === 'string') await client.set(key, value)
    else if (type === 'hash') await client.hset(key, value)
    else if (type === 'list') await client.rpush(key, ...value)
    else {
      for (let at = 0; at < value.length; at += 2) {
        await client.zadd(key, value[at + 1] ?? '', value[at] ?? '')
      }
    }
  }
  client.disconnect()
}

it('takes over the database and the jobs in Redis of release 0.1.0, and runs each delivery once', async () => {
  const dataDir = temporaryFolder()
  const old = new SQLite(databaseFile(dataDir))
  old.pragma('foreign_keys = OFF')
  old.exec(readFileSync(join(FIXTURES, 'database.sql'), 'utf8'))
  old.close()
  const redis = await startRedisServer()
  onTestFinished(redis.remove)
  await restoreRedis(redis.url)

  const runs: string[] = []
  const handlers = EVENT_KINDS.flatMap((on) =>
    handlersOf(on).map(
      (name): Handler => ({
        name,
        on,
        schema: eventData.shape[on],
        run: async (_data, { event }) => void runs.push(`${name} ${event.subject}`),
      }),
    ),
  )
  let sweeps = 0
  const periodicJobs = ['payments.sweep', 'images.tidy'].map((name) => ({
    name,
    everyMs: 60 * 60_000,
    async run() {
      sweeps += 1
    },
  }))
  const registry: Registry = { handlers, periodicJobs }
  const db = openExistingStore(dataDir)
  onTestFinished(() => void db.$client.close())
  const settings = { ...defaultSettings, pollMs: 100 }
  const { log, lines } = testLog()
  const worker = startQueueWorker({ db, registry, log, settings, redisUrl: redis.url })
  onTestFinished(worker.close)

  const unfinished = () => deliveries(db).filter(({ status }) => status !== 'done')
  await expect.poll(unfinished, { timeout: 60_000 }).toMatchObject([{ status: 'failed' }])
  const image = (n: number) => `image.process 0000000${n}-0000-7000-8000-00000000000${n}`
  expect(runs.sort()).toEqual([
    ...[1, 2, 3, 4, 5].map(image),
    'payment.reconcile evt_3',
    'payment.reconcile evt_4',
    'payment.reconcile evt_5',
    'payment.refund pi_refunding',
  ])
  await expect.poll(() => sweeps, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)

  expect(await writeTransaction(db, (tx) => retryFailedDeliveries(tx, new Date()))).toBe(1)
  await expect.poll(unfinished, { timeout: 30_000 }).toEqual([])
  expect(runs.at(-1)).toBe('account.delete cleo')
  expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])

  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  const jobs = () => client.keys('sprout:events:*-*-*-*-*-*')
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([])
})
