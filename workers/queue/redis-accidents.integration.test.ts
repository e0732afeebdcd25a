import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { deliveries } from '../testing/database.ts'
import { runs } from '../testing/handlers.ts'
import { countingJob, eventually, queueTest, soon } from '../testing/queue.ts'
import { defaultSettings } from './settings.ts'

describe('outages', () => {
  it("runs a killed worker's job again within 15 s", async () => {
    const { db, workerProcess, writeEvents, expectAllDone } = await queueTest()
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

  it('loses nothing, blocks no wake-up and logs little when Redis is killed', async () => {
    const { redis, db, lines, relay, worker, writeEvents, expectAllDone } = await queueTest()
    const api = relay()
    worker()
    writeEvents(10, { takes: 100 })
    await eventually(() => expect(runs(db).length).toBeGreaterThan(2))
    await redis.kill()
    for (let n = 0; n < 20; n += 1) {
      writeEvents(1)
      api.wake()
    }
    await eventually(() => expect(deliveries(db)).toHaveLength(30))
    await redis.start()
    await expectAllDone(30, 40_000)
    expect(runs(db).filter((run) => run.endedAt !== null)).toHaveLength(30)
    expect(lines.filter(({ level }) => level !== 'debug').length).toBeLessThan(10)
  })

  it('hands over again what FLUSHALL removed', async () => {
    const { db, relay, worker, connect, writeEvents, expectAllDone } = await queueTest()
    writeEvents(10)
    relay()
    const client = connect()
    await eventually(async () => expect(await client.llen('sprout:events:wait')).toBe(10))
    await client.flushall()
    worker()
    await expectAllDone(10)
    expect(runs(db)).toHaveLength(10)
  })

  it('hands over what Redis has refused as soon as Redis accepts it', async () => {
    const { lines, relay, worker, connect, writeEvents, expectAllDone } = await queueTest()
    const client = connect()
    await client.config('SET', 'maxmemory', '1')
    writeEvents(5)
    // Long before queued deliveries would be queued again.
    const settings = { ...soon, redriveMs: 600_000 }
    relay(settings)
    await eventually(() => expect(lines.map(({ level }) => level)).toContain('warn'))
    await client.config('SET', 'maxmemory', '0')
    worker(settings)
    await expectAllDone(5)
  })

  it('does not run a job twice after FLUSHALL', async () => {
    const { db, relay, worker, connect, writeEvents, expectAllDone } = await queueTest()
    writeEvents(1, { takes: 3_000 })
    relay()
    worker()
    const client = connect()
    await eventually(() => expect(runs(db)).toHaveLength(1))
    await client.flushall()
    await expectAllDone(1)
    expect(runs(db)).toHaveLength(1)
  })

  it('continues periodic jobs after Redis has lost everything', async () => {
    const { redis, relay, worker } = await queueTest()
    const { registry, times } = countingJob(300)
    relay(soon, registry)
    worker(soon, registry)
    await eventually(() => expect(times.length).toBeGreaterThan(1))
    await redis.kill()
    const before = times.length
    await redis.start()
    await eventually(() => expect(times.length).toBeGreaterThan(before + 2), 40_000)
  })
})

describe('stopping', () => {
  it('lets a running job end on SIGTERM, starts no others, and exits with 0', async () => {
    const { db, workerProcess, writeEvents } = await queueTest()
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

  it('returns a job that does not end, and another worker takes it', async () => {
    const { db, relay, worker, workerProcess, writeEvents, expectAllDone } = await queueTest()
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

  it('stops a worker while Redis is down', async () => {
    const { redis, workerProcess, writeEvents, expectAllDone } = await queueTest()
    const stopped = await workerProcess()
    writeEvents(1)
    await expectAllDone(1)
    await redis.kill()
    const ended = once(stopped, 'exit')
    stopped.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
