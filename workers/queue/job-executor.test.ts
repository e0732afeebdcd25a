import { afterEach, expect, test, vi } from 'vitest'
import { claimDue } from '../../drizzle/queries/deliveries.ts'
import { fanOut } from '../../drizzle/queries/outbox.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { deliveries, testDatabase, testLog, writeEvent } from '../testing/database.ts'
import { notingHandler } from '../testing/embedded.ts'
import { createPerformer } from './job-executor.ts'
import { defaultSettings } from './settings.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a lease that is renewed in the moment in which its delivery is done was not lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const db = testDatabase()
  const { log, lines } = testLog()
  const handled = Promise.withResolvers<void>()
  const letter = notingHandler('letter.send', () => handled.promise)
  const registry = { handlers: [letter], periodicJobs: [] }
  const performer = createPerformer({ db, registry, log, settings: defaultSettings, holdMs: 0 })
  writeEvent(db)
  fanOut(db, () => ['letter.send'], new Date(), 10)
  const [claim] = claimDue(db, new Date(), 1, defaultSettings.leaseMs)
  if (!claim) throw new Error('nothing was due')

  const performed = performer.perform(claim)
  // Whoever comes in the same turn waits for the next: the record and the renewal, in this order.
  const busy = writeTransaction(db, () => {})
  handled.resolve()
  for (let step = 0; step < 50; step += 1) await Promise.resolve()
  expect(deliveries(db)).toMatchObject([{ status: 'running' }])
  vi.advanceTimersByTime(defaultSettings.leaseMs / 3)

  await Promise.all([busy, performed])
  expect(deliveries(db)).toMatchObject([{ status: 'done' }])
  await performer.close()
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([])
})
