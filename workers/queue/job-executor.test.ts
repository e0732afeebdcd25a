import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { claimDue } from '#drizzle/queries/deliveries.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { deliveries, testDatabase, testLog, writeEvent } from '../testing/database.ts'
import { recordingHandler } from '../testing/embedded.ts'
import type { TargetedHandler } from './handler.ts'
import { createJobExecutor } from './job-executor.ts'
import { defaultSettings } from './settings.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('does not report a lost lease if it is renewed at the moment when the delivery is done', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const db = testDatabase()
  const { log, lines } = testLog()
  const handled = Promise.withResolvers<void>()
  const registry = { handlers: [recordingHandler(() => handled.promise)], periodicJobs: [] }
  const executor = createJobExecutor({ db, registry, log, settings: defaultSettings })
  writeEvent(db)
  const [claim] = claimDue(db, new Date(), 1, defaultSettings.leaseMs)
  if (!claim) throw new Error('nothing was due')

  const executed = executor.execute(claim)
  // The next transactions of this turn wait for the following one: the record and the renewal, in order.
  const busy = writeTransaction(db, () => {})
  handled.resolve()
  for (let step = 0; step < 50; step += 1) await Promise.resolve()
  expect(deliveries(db)).toMatchObject([{ status: 'running' }])
  vi.advanceTimersByTime(defaultSettings.leaseMs / 3)

  await Promise.all([busy, executed])
  expect(deliveries(db)).toMatchObject([{ status: 'done' }])
  await executor.close()
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([])
})

it('runs a delivery to one of several targets with their common handler, with its own wait', async () => {
  const db = testDatabase()
  const { log } = testLog()
  const targets: unknown[] = []
  const handler: TargetedHandler = {
    name: 'webhook.send',
    schema: z.unknown(),
    firstDelayMs: 30_000,
    async run(_data, { target }) {
      targets.push(target)
      throw new Error('The answer was 500.')
    },
  }
  const registry = { handlers: [], targetedHandlers: [handler], periodicJobs: [] }
  const executor = createJobExecutor({ db, registry, log, settings: defaultSettings })
  writeEvent(db, { handlers: ['webhook.send@one'] })
  const [claim] = claimDue(db, new Date(), 1, defaultSettings.leaseMs)
  if (!claim) throw new Error('nothing was due')
  const outcome = await executor.execute(claim)
  expect(targets).toEqual(['one'])
  expect(outcome.status).toBe('retry')
  expect(outcome.delayMs).toBeGreaterThanOrEqual(15_000)
  expect(outcome.delayMs).toBeLessThanOrEqual(30_000)
  await executor.close()
})
