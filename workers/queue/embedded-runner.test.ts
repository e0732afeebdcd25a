import { describe, expect, it, vi } from 'vitest'
import { claimDue, retryFailedDeliveries } from '#drizzle/queries/deliveries.ts'
import { deliveries, writeEvent } from '../testing/database.ts'
import { type EmbeddedTest, embeddedTest, recordingHandler, SECOND } from '../testing/embedded.ts'
import { DoNotRetry, type Handler, type PeriodicJob } from './handler.ts'
import { defaultSettings, retryDelay } from './settings.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const never = () => new Promise<never>(() => {})

describe('delivering', () => {
  it('runs each handler of an event once, with the checked data', async () => {
    const { db, start } = embeddedTest()
    const one = recordingHandler(undefined, 'test.one')
    const other = recordingHandler(undefined, 'test.other')
    const unrelated = recordingHandler(undefined, 'test.unrelated')
    const runner = start([one, other, unrelated])
    writeEvent(db, { data: { n: 3, extra: true }, handlers: ['test.one', 'test.other'] })
    runner.wake()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(one.runs).toMatchObject([{ attempt: 1, data: { n: 3 } }])
    expect(other.runs).toHaveLength(1)
    expect(unrelated.runs).toEqual([])
    expect(deliveries(db).map(({ status }) => status)).toEqual(['done', 'done'])
  })

  it('starts soon after a wake-up', async () => {
    const { db, start } = embeddedTest()
    const handler = recordingHandler()
    const runner = start([handler])
    await vi.advanceTimersByTimeAsync(10)
    writeEvent(db)
    runner.wake()
    await vi.advanceTimersByTimeAsync(20)
    expect(handler.runs).toHaveLength(1)
  })

  it('notices another process’s commit within a second, without a wake-up', async () => {
    const { db, start } = embeddedTest()
    const handler = recordingHandler()
    start([handler])
    await vi.advanceTimersByTimeAsync(10)
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(handler.runs).toHaveLength(1)
  })

  it('delivers an event that a handler has written, without waiting for the poll', async () => {
    const { db, start } = embeddedTest()
    const first = recordingHandler(async () => {
      writeEvent(db)
    }, 'test.first')
    const second = recordingHandler()
    const runner = start([first, second])
    writeEvent(db, { handlers: ['test.first'] })
    runner.wake()
    await vi.advanceTimersByTimeAsync(50)
    expect(second.runs).toHaveLength(1)
  })

  it('never runs more handlers at once than configured, and all of them in the end', async () => {
    const { db, start } = embeddedTest()
    let running = 0
    let most = 0
    const slow = recordingHandler(async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(3 * SECOND)
      running -= 1
    })
    start([slow])
    for (let n = 0; n < 12; n += 1) writeEvent(db)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(most).toBe(defaultSettings.concurrency)
    expect(slow.runs.map((run) => run.attempt)).toEqual(Array(12).fill(1))
    expect(deliveries(db).every(({ status }) => status === 'done')).toBe(true)
  })

  it('shares the work with a second runner and repeats none of it', async () => {
    const { db, start } = embeddedTest()
    const handler = recordingHandler(() => sleep(100))
    start([handler])
    start([handler])
    for (let n = 0; n < 30; n += 1) writeEvent(db)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(handler.runs).toHaveLength(30)
  })

  it('renews its lease while a handler takes long', async () => {
    const { db, start } = embeddedTest()
    const slow = recordingHandler(() => sleep(40 * SECOND))
    start([slow])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(slow.runs).toHaveLength(1)
    expect(deliveries(db)).toMatchObject([{ status: 'done', attempts: 1 }])
  })

  it("takes over a killed process's delivery", async () => {
    const { db, start } = embeddedTest()
    const handler = recordingHandler()
    writeEvent(db)
    claimDue(db, new Date(), 1, defaultSettings.leaseMs)
    start([handler])
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(handler.runs).toMatchObject([{ attempt: 2 }])
  })
})

describe('failing', () => {
  it('doubles the delay up to eight attempts, then marks the delivery failed', async () => {
    const { db, lines, start } = embeddedTest()
    const failing = recordingHandler(async () => {
      throw new Error('mailbox full')
    })
    start([failing])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(300 * SECOND)
    expect(failing.runs.map((run) => run.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const gaps = failing.runs.slice(1).map((run, i) => run.at - (failing.runs[i]?.at ?? 0))
    gaps.forEach((gap, i) => {
      expect(gap).toBeGreaterThanOrEqual(500 * 2 ** i)
      expect(gap).toBeLessThanOrEqual(1_000 * 2 ** i + 50)
    })
    expect(deliveries(db)).toMatchObject([
      { status: 'failed', attempts: 8, lastError: 'mailbox full' },
    ])
    // The error itself, so that its stack is in the log.
    const err = new Error('mailbox full')
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(7)
    expect(lines[0]).toMatchObject({ ids: { err, attempt: 1 } })
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ ids: { err } }])
  })

  it('marks a delivery done that succeeds after retries', async () => {
    const { db, start } = embeddedTest()
    const handler = recordingHandler(async (_data, { attempt }) => {
      if (attempt < 3) throw new Error('not yet')
    })
    start([handler])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(deliveries(db)).toMatchObject([{ status: 'done', attempts: 3, lastError: null }])
  })

  it('does not retry if the handler says that a retry cannot help', async () => {
    const { db, start } = embeddedTest()
    const handler = recordingHandler(async () => {
      throw new DoNotRetry('no such patient')
    })
    start([handler])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(handler.runs).toHaveLength(1)
    expect(deliveries(db)).toMatchObject([{ status: 'failed', lastError: 'no such patient' }])
  })

  it('does not run with data that do not match the schema, and never logs the data', async () => {
    const { db, lines, start } = embeddedTest()
    const handler = recordingHandler()
    start([handler])
    writeEvent(db, { data: { n: 'Mary Poppins' } })
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(handler.runs).toEqual([])
    expect(deliveries(db)).toMatchObject([{ status: 'failed', attempts: 1 }])
    expect(JSON.stringify([lines, deliveries(db)])).not.toContain('Poppins')
  })

  it('retries a delivery without a known handler, and logs ids only', async () => {
    const { db, lines, start } = embeddedTest()
    const eventId = writeEvent(db, { data: { n: 7_777 }, handlers: ['old.name'] })
    start([])
    await vi.advanceTimersByTimeAsync(300 * SECOND)
    expect(deliveries(db)).toMatchObject([
      { eventId, handler: 'old.name', status: 'failed', attempts: 8 },
    ])
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      ids: { eventId, handler: 'old.name', attempt: 8 },
    })
    expect(JSON.stringify(lines)).not.toContain('7777')
  })

  it('fails and aborts a handler that takes longer than a minute', async () => {
    const { db, start } = embeddedTest()
    let reason: unknown
    const stuck = recordingHandler((_data, { signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason
      })
      return never()
    })
    start([stuck])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(59 * SECOND)
    expect(deliveries(db)).toMatchObject([{ status: 'running', attempts: 1 }])
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    expect(reason).toEqual(new Error('The handler timed out.'))
    expect(stuck.runs.map((run) => run.attempt)).toEqual([1, 2])
  })

  it('gives a retried failed delivery all its attempts again', async () => {
    const { db, start } = embeddedTest()
    let works = false
    const handler = recordingHandler(async () => {
      if (!works) throw new DoNotRetry('closed')
    })
    start([handler])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(SECOND)
    works = true
    expect(retryFailedDeliveries(db, new Date())).toBe(1)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(handler.runs.map((run) => run.attempt)).toEqual([1, 1])
    expect(deliveries(db)).toMatchObject([{ status: 'done' }])
  })

  it('fails a delivery whose process was killed during the last attempt', async () => {
    const { db, start } = embeddedTest()
    const handler = recordingHandler()
    writeEvent(db)
    db.$client.exec("update event_deliveries set status = 'running', attempts = 8")
    start([handler])
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(handler.runs).toEqual([])
    expect(deliveries(db)).toMatchObject([{ status: 'failed' }])
  })

  it('waits between half of twice the previous wait and all of it', () => {
    const waits = (random: number) =>
      [1, 2, 3, 7].map((attempt) => retryDelay(defaultSettings, attempt, random))
    expect(waits(0)).toEqual([500, 1_000, 2_000, 32_000])
    expect(waits(1)).toEqual([1_000, 2_000, 4_000, 64_000])
  })
})

/** Stops the runner during `work`, and lets the grace period pass. */
async function stopDuring({ db, start }: EmbeddedTest, work: Handler['run']): Promise<void> {
  const runner = start([recordingHandler(work)])
  writeEvent(db)
  await vi.advanceTimersByTimeAsync(50)
  const closed = runner.close()
  await vi.advanceTimersByTimeAsync(defaultSettings.graceMs + SECOND)
  await closed
}

describe('stopping', () => {
  it('waits for running handlers and starts no others', async () => {
    const { db, start } = embeddedTest()
    const slow = recordingHandler(() => sleep(3 * SECOND))
    const runner = start([slow])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(50)
    const closed = runner.close()
    writeEvent(db)
    runner.wake()
    await vi.advanceTimersByTimeAsync(3 * SECOND)
    await closed
    expect(deliveries(db)).toMatchObject([{ status: 'done' }, { status: 'pending' }])
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(slow.runs).toHaveLength(1)
  })

  it('returns a delivery that exceeds the grace period, without counting the attempt', async () => {
    const test = embeddedTest()
    await stopDuring(test, never)
    expect(deliveries(test.db)).toMatchObject([{ status: 'pending', attempts: 0 }])
    expect(deliveries(test.db)[0]?.dueAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('returns, rather than fails, a handler that obeys the abort signal', async () => {
    const test = embeddedTest()
    await stopDuring(test, (_data, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    expect(deliveries(test.db)).toMatchObject([{ status: 'pending', attempts: 0, lastError: null }])
    expect(test.lines).toEqual([])
  })
})

describe('periodic jobs', () => {
  it('run after the start and then regularly, also after a failure', async () => {
    const { lines, start } = embeddedTest()
    const runs: number[] = []
    const startedAt = Date.now()
    async function run() {
      runs.push(Date.now() - startedAt)
      if (runs.length === 2) throw new Error('Stripe is unavailable')
    }
    start([], [{ name: 'payments.sweep', everyMs: 60 * SECOND, run }])
    await vi.advanceTimersByTimeAsync(200 * SECOND)
    expect(runs).toHaveLength(4)
    expect(runs[0]).toBeLessThan(SECOND)
    expect(lines).toMatchObject([{ level: 'warn' }, { level: 'info' }])
  })

  it('with a check run after a wake-up, and only when they have work', async () => {
    const { start } = embeddedTest()
    let waiting = 0
    let runs = 0
    const job = {
      name: 'notification.send',
      everyMs: 60 * SECOND,
      hasWork: () => waiting > 0,
      async run() {
        runs += 1
        waiting = 0
      },
    }
    const runner = start([], [job])
    await vi.advanceTimersByTimeAsync(SECOND)
    runner.wake()
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(runs).toBe(0)
    waiting = 1
    runner.wake()
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(120 * SECOND)
    expect(runs).toBe(1)
  })

  it('never run twice at once, are aborted at shutdown, and do not run after that', async () => {
    const { start } = embeddedTest()
    let running = 0
    const job: PeriodicJob = {
      name: 'payments.sweep',
      everyMs: SECOND,
      run({ signal }) {
        running += 1
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve())
        })
      },
    }
    const runner = start([], [job])
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(running).toBe(1)
    await runner.close()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(running).toBe(1)
  })
})
