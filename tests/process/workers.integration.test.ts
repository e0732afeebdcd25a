import { expect, it, onTestFinished, vi } from 'vitest'
import { databaseFile } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { deliveries } from '#workers/testing/database.ts'
import { startRedisServer } from '#workers/testing/redis-server.ts'
import { run, WORKER } from '../support/running-site.ts'
import { startSiteForTest } from '../support/start-site-for-test.ts'

vi.setConfig({ testTimeout: 240_000 })

it('hands deliveries to worker processes over Redis, and also serves without workers', async () => {
  const redis = await startRedisServer()
  onTestFinished(redis.remove)
  const env = { REDIS_URL: redis.url }
  const site = await startSiteForTest({ env })
  const readiness = async () => (await fetch(`${site.url}/readyz`)).json()
  await expect
    .poll(readiness, { timeout: 20_000 })
    .toEqual({ status: 'ready', checks: { database: 'ok', queue: 'ok' } })

  // Stripe does not know this event, so its handler has nothing to do.
  const db = openForTest(databaseFile(site.dataDir))
  onTestFinished(() => void db.$client.close())
  const data = { type: 'payment_intent.succeeded' }
  const event = {
    kind: 'stripe.event_received',
    actor: null,
    subject: 'evt_unknown',
    data,
  } as const
  appendEvent(db, event, new Date())
  const status = () => deliveries(db).map((delivery) => delivery.status)
  await expect.poll(status, { timeout: 20_000 }).toEqual(['pending'])

  const worker = run(WORKER, { ...site.ports, DATA_DIR: site.dataDir, ...env })
  onTestFinished(() => void worker.child.kill('SIGKILL'))
  await expect.poll(status, { timeout: 60_000 }).toEqual(['done'])
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toEqual({ code: 0, signal: null })

  await redis.kill()
  await expect
    .poll(readiness, { timeout: 20_000 })
    .toEqual({ status: 'ready', checks: { database: 'ok', queue: 'failed' } })
  expect((await fetch(`${site.url}/services`)).status).toBe(200)
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})
