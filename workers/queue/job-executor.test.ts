import { afterEach, expect, it, vi } from 'vitest'
import { claimDue } from '#drizzle/queries/deliveries.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { deliveries, testDatabase, testLog, writeEvent } from '../testing/database.ts'
import { recordingHandler } from '../testing/embedded.ts'
import { createJobExecutor } from './job-executor.ts'
import { defaultSettings } from './settings.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('does not report a lost lease when it is renewed in the moment in which the delivery is done', async () => {
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
  // The next transactions of this turn wait for the next one: the record and the renewal, in order.
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
