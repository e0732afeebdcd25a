import { describe, expect, onTestFinished, test } from 'vitest'
import { throttledLogger } from '../../domain/logging/throttled-logger.ts'
import { retryFailedDeliveries } from '../../drizzle/queries/deliveries.ts'
import { deliveries, HANDLER, testLog } from '../testing/database.ts'
import { runs } from '../testing/handlers.ts'
import { countingJob, eventually, queueTest, soon } from '../testing/queue.ts'
import { addJobs, openQueue } from './redis.ts'

describe('delivering', () => {
  test('hands each delivery to a worker once, and leaves nothing in Redis', async () => {
    const { db, relay, worker, connect, writeEvents, expectAllDone } = await queueTest()
    const ids = writeEvents(30)
    relay()
    worker()
    await expectAllDone(30)
    expect(runs(db).map((run) => run.eventId)).toEqual(expect.arrayContaining(ids))
    expect(runs(db)).toHaveLength(30)
    const client = connect()
    await eventually(async () => expect(await client.keys(`*:*-${HANDLER}-*`)).toEqual([]))
  })

  test('a wake hands over at once, without the slow poll', async () => {
    const { relay, worker, writeEvents, expectAllDone } = await queueTest()
    const api = relay({ ...soon, pollMs: 60_000 })
    worker({ ...soon, pollMs: 60_000 })
    writeEvents(1)
    await expectAllDone(1)
    writeEvents(1)
    api.wake()
    await expectAllDone(2)
  })

  test('a delivery waits in the queue once for each of its attempts', async () => {
    const { connect } = await queueTest()
    const queue = await openQueue(connect(), throttledLogger(testLog().log, 'Redis'))
    onTestFinished(() => queue.close())
    for (const attempts of [0, 0, 1, 1]) {
      await addJobs(queue, [{ eventId: 'one', handler: 'any', attempts }], soon)
    }
    expect(await queue.getWaitingCount()).toBe(2)
  })

  test('two workers share the load and repeat none of it', async () => {
    const { db, relay, workerProcess, writeEvents, expectAllDone } = await queueTest()
    const one = { ...soon, concurrency: 1 }
    const workers = await Promise.all([workerProcess(one), workerProcess(one)])
    writeEvents(60, { takes: 30 })
    relay()
    await expectAllDone(60)
    expect(runs(db)).toHaveLength(60)
    expect(new Set(runs(db).map((run) => run.pid))).toEqual(new Set(workers.map(({ pid }) => pid)))
  })

  test('a worker alone publishes and delivers what it finds in the database', async () => {
    const { worker, writeEvents, expectAllDone } = await queueTest()
    writeEvents(3)
    worker()
    await expectAllDone(3)
  })
})

describe('failing', () => {
  test('tries again after growing waits until it succeeds', async () => {
    const { db, relay, worker, writeEvents, expectAllDone } = await queueTest()
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

  test('is failed after the last attempt, and runs again once retried', async () => {
    const { db, relay, worker, writeEvents, expectAllDone } = await queueTest()
    const settings = { ...soon, attempts: 3, firstDelayMs: 20 }
    writeEvents(1, { failures: 3 })
    relay(settings)
    worker(settings)
    await eventually(() =>
      expect(deliveries(db)).toMatchObject([
        { status: 'failed', attempts: 3, lastError: 'failure 3' },
      ]),
    )
    db.$client.exec(`update events set data = '{}'`)
    expect(retryFailedDeliveries(db, new Date())).toBe(1)
    await expectAllDone(1)
    expect(runs(db).map((run) => run.attempt)).toEqual([1, 2, 3, 1])
  })

  test('drops a job whose delivery does not exist, with a warning of ids only', async () => {
    const { db, lines, relay, worker, connect, writeEvents } = await queueTest()
    relay()
    const [eventId] = writeEvents(1)
    const client = connect()
    await eventually(async () => expect(await client.llen('sprout:events:wait')).toBe(1))
    db.$client.exec('delete from event_deliveries')
    worker()
    await eventually(() =>
      expect(lines).toContainEqual({
        level: 'warn',
        ids: { eventId, handler: HANDLER },
        message: 'unknown delivery',
      }),
    )
    await eventually(async () => expect(await client.llen('sprout:events:active')).toBe(0))
    expect(runs(db)).toEqual([])
  })
})

describe('periodic jobs', () => {
  test('run once in each period, however many processes there are', async () => {
    const { relay, worker } = await queueTest()
    const { registry, times } = countingJob(400)
    relay(soon, registry)
    relay(soon, registry)
    worker(soon, registry)
    worker(soon, registry)
    await eventually(() => expect(times.length).toBeGreaterThan(5))
    const took = (times.at(-1) ?? 0) - (times[0] ?? 0)
    expect(times.length).toBeLessThanOrEqual(took / 400 + 2)
  })
})
