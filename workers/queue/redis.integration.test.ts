import { describe, expect, it, onTestFinished } from 'vitest'
import { throttledLogger } from '#domain/logging/throttled-logger.ts'
import { retryFailedDeliveries } from '#drizzle/queries/deliveries.ts'
import { deliveries, HANDLER, testLog } from '../testing/database.ts'
import { runs } from '../testing/handlers.ts'
import { countingJob, eventually, queueTest, soon } from '../testing/queue.ts'
import { addJobs, openQueue } from './redis.ts'

describe('delivering', () => {
  it('hands each delivery to a worker once, and leaves nothing in Redis', async () => {
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

  it('hands over at once after a wake-up, without waiting for the poll', async () => {
    const { relay, worker, writeEvents, expectAllDone } = await queueTest()
    const api = relay({ ...soon, pollMs: 60_000 })
    worker({ ...soon, pollMs: 60_000 })
    writeEvents(1)
    await expectAllDone(1)
    writeEvents(1)
    api.wake()
    await expectAllDone(2)
  })

  it('queues a delivery once for each attempt', async () => {
    const { connect } = await queueTest()
    const queue = await openQueue(connect(), throttledLogger(testLog().log, 'Redis'))
    onTestFinished(() => queue.close())
    for (const attempts of [0, 0, 1, 1]) {
      await addJobs(queue, [{ eventId: 'one', handler: 'any', attempts }], soon)
    }
    expect(await queue.getWaitingCount()).toBe(2)
  })

  it('shares the load between two workers and repeats nothing', async () => {
    const { db, relay, workerProcess, writeEvents, expectAllDone } = await queueTest()
    const one = { ...soon, concurrency: 1 }
    const workers = await Promise.all([workerProcess(one), workerProcess(one)])
    writeEvents(60, { takes: 30 })
    relay()
    await expectAllDone(60)
    expect(runs(db)).toHaveLength(60)
    expect(new Set(runs(db).map((run) => run.pid))).toEqual(new Set(workers.map(({ pid }) => pid)))
  })
})

describe('failing', () => {
  it('retries with growing delays until it succeeds', async () => {
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

  it('marks a delivery failed after the last attempt, and runs it again once retried', async () => {
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
    db.$client.exec(`drop trigger events_never_change; update events set data = '{}'`)
    expect(retryFailedDeliveries(db, new Date())).toBe(1)
    await expectAllDone(1)
    expect(runs(db).map((run) => run.attempt)).toEqual([1, 2, 3, 1])
  })

  it('drops a job whose delivery does not exist, with a warning with ids only', async () => {
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
  it('run once per period, however many processes there are', async () => {
    const { relay, worker } = await queueTest()
    const { registry, times } = countingJob(400)
    const began = Date.now()
    relay(soon, registry)
    relay(soon, registry)
    worker(soon, registry)
    worker(soon, registry)
    await eventually(() => expect(times.length).toBeGreaterThan(5))
    // A late run on a busy machine shortens the wait for the next one.
    expect(times.length).toBeLessThanOrEqual((Date.now() - began) / 400 + 2)
  })

  it('with a check run soon after a change, without waiting for their period', async () => {
    const { relay, worker } = await queueTest()
    let waiting = 0
    let runs = 0
    const job = {
      name: 'test.send',
      everyMs: 600_000,
      hasWork: () => waiting > 0,
      async run() {
        runs += waiting
        waiting = 0
      },
    }
    const registry = { handlers: [], periodicJobs: [job] }
    const { wake } = relay(soon, registry)
    worker(soon, registry)
    for (const expected of [1, 2, 3]) {
      waiting = 1
      wake()
      await eventually(() => expect(runs).toBe(expected))
    }
  })
})
