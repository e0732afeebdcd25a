import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../drizzle/client.ts'
import { claimDue } from '../drizzle/queries/deliveries.ts'
import { fanOut } from '../drizzle/queries/outbox.ts'
import { retryParked } from '../drizzle/queries/parked-deliveries.ts'
import { startEmbeddedRunner } from './embedded-runner.ts'
import { DoNotRetry, defineHandler, type Handler, type PeriodicJob } from './registry.ts'
import type { Runner } from './runner.ts'
import { defaultSettings } from './settings.ts'
import { deliveries, type LogLine, testDatabase, testLog, writeEvent } from './testing/database.ts'

let db: Database
let runner: Runner | undefined
let lines: LogLine[]

beforeEach(() => {
  vi.useFakeTimers()
  db = testDatabase()
})

afterEach(async () => {
  const closed = runner?.close()
  await vi.runOnlyPendingTimersAsync()
  await closed
  runner = undefined
  vi.useRealTimers()
})

function start(handlers: Handler[], periodicJobs: PeriodicJob[] = []): Runner {
  const recorded = testLog()
  lines = recorded.lines
  runner = startEmbeddedRunner({
    db,
    registry: { handlers, periodicJobs },
    log: recorded.log,
    settings: defaultSettings,
  })
  return runner
}

/** A handler on bookings that notes when it ran and does what it is told. */
function handler(name: string, run: Handler['run'] = async () => {}) {
  const runs: { at: number; attempt: number; data: unknown }[] = []
  const noting = defineHandler({
    name,
    on: ['appointment.booked'],
    schema: z.object({ n: z.number().optional() }),
    async run(data, context) {
      runs.push({ at: Date.now(), attempt: context.attempt, data })
      await run(data, context)
    },
  })
  return Object.assign(noting, { runs })
}

const SECOND = 1_000

describe('delivering', () => {
  test('runs every subscribed handler once, with the checked data', async () => {
    const letter = handler('letter.send')
    const figures = handler('figures.count')
    const other = { ...handler('account.remove'), on: ['user.registered' as const] }
    start([letter, figures, other])
    writeEvent(db, { data: { n: 3, extra: true } })
    runner?.wake()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(letter.runs).toMatchObject([{ attempt: 1, data: { n: 3 } }])
    expect(figures.runs).toHaveLength(1)
    expect(deliveries(db).map(({ handler, status }) => [handler, status])).toEqual([
      ['letter.send', 'done'],
      ['figures.count', 'done'],
    ])
  })

  test('begins soon after a wake', async () => {
    const letter = handler('letter.send')
    start([letter])
    await vi.advanceTimersByTimeAsync(10)
    writeEvent(db)
    runner?.wake()
    await vi.advanceTimersByTimeAsync(20)
    expect(letter.runs).toHaveLength(1)
  })

  test("notices another process's commit within a second, without a wake", async () => {
    const letter = handler('letter.send')
    start([letter])
    await vi.advanceTimersByTimeAsync(10)
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(letter.runs).toHaveLength(1)
  })

  test('delivers at once what a handler has written', async () => {
    const account = {
      ...handler('account.note', async () => {
        writeEvent(db)
      }),
      on: ['user.registered' as const],
    }
    const letter = handler('letter.send')
    start([account, letter])
    writeEvent(db, { kind: 'user.registered' })
    runner?.wake()
    await vi.advanceTimersByTimeAsync(50)
    expect(letter.runs).toHaveLength(1)
  })

  test('runs no more handlers at once than it may, and all of them in the end', async () => {
    let running = 0
    let most = 0
    const slow = handler('letter.send', async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 3 * SECOND))
      running -= 1
    })
    start([slow])
    for (let n = 0; n < 12; n += 1) writeEvent(db, { data: { n } })
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(most).toBe(defaultSettings.concurrency)
    expect(slow.runs.map((run) => run.attempt)).toEqual(Array(12).fill(1))
    expect(deliveries(db).every(({ status }) => status === 'done')).toBe(true)
  })

  test('two runners on one database share the work and repeat none of it', async () => {
    const letter = handler('letter.send', async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    start([letter])
    const second = startEmbeddedRunner({
      db,
      registry: { handlers: [letter], periodicJobs: [] },
      log: testLog().log,
      settings: defaultSettings,
    })
    for (let n = 0; n < 30; n += 1) writeEvent(db, { data: { n } })
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    await second.close()
    expect(letter.runs).toHaveLength(30)
  })

  test('keeps its lease while a handler takes long', async () => {
    const slow = handler('letter.send', async () => {
      await new Promise((resolve) => setTimeout(resolve, 40 * SECOND))
    })
    start([slow])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(slow.runs).toHaveLength(1)
    expect(deliveries(db)).toMatchObject([{ status: 'done', attempts: 1 }])
  })

  test('takes over what a killed process had', async () => {
    const letter = handler('letter.send')
    writeEvent(db)
    fanOut(db, () => ['letter.send'], new Date(), 10)
    claimDue(db, new Date(), 1, defaultSettings.leaseMs)
    start([letter])
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(letter.runs).toMatchObject([{ attempt: 2 }])
  })
})

describe('failing', () => {
  test('tries eight times, waiting twice as long each time, then parks', async () => {
    const letter = handler('letter.send', async () => {
      throw new Error('mail box full')
    })
    start([letter])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(300 * SECOND)
    expect(letter.runs.map((run) => run.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const gaps = letter.runs.slice(1).map((run, i) => run.at - (letter.runs[i]?.at ?? 0))
    gaps.forEach((gap, i) => {
      expect(gap).toBeGreaterThanOrEqual(500 * 2 ** i)
      expect(gap).toBeLessThanOrEqual(1_000 * 2 ** i + 50)
    })
    expect(deliveries(db)).toMatchObject([
      { status: 'parked', attempts: 8, lastError: 'mail box full' },
    ])
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  test('one that succeeds at last is done', async () => {
    const letter = handler('letter.send', async (_data, { attempt }) => {
      if (attempt < 3) throw new Error('not yet')
    })
    start([letter])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(deliveries(db)).toMatchObject([{ status: 'done', attempts: 3, lastError: null }])
  })

  test('is not tried again when that cannot help', async () => {
    const letter = handler('letter.send', async () => {
      throw new DoNotRetry('no such patient')
    })
    start([letter])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(letter.runs).toHaveLength(1)
    expect(deliveries(db)).toMatchObject([{ status: 'parked', lastError: 'no such patient' }])
  })

  test('data that does not fit is parked, and never logged', async () => {
    const letter = handler('letter.send')
    start([letter])
    writeEvent(db, { data: { n: 'Mary Poppins' } })
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(letter.runs).toEqual([])
    expect(deliveries(db)).toMatchObject([{ status: 'parked', attempts: 1 }])
    expect(JSON.stringify([lines, deliveries(db)])).not.toContain('Poppins')
  })

  test('a handler of no known name keeps its attempts, is logged by ids only, and is parked', async () => {
    start([{ ...handler('old.name') }])
    const eventId = writeEvent(db, { data: { n: 7_777 } })
    await vi.advanceTimersByTimeAsync(10)
    await runner?.close()
    db.$client.exec("update event_deliveries set status = 'pending', attempts = 0")
    start([])
    await vi.advanceTimersByTimeAsync(300 * SECOND)
    expect(deliveries(db)).toMatchObject([
      { eventId, handler: 'old.name', status: 'parked', attempts: 8 },
    ])
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      ids: { eventId, handler: 'old.name', attempt: 8 },
    })
    expect(JSON.stringify(lines)).not.toContain('7777')
  })

  test('a handler that takes more than a minute has failed, and is told so', async () => {
    let told: unknown
    const stuck = handler('letter.send', (_data, { signal }) => {
      signal.addEventListener('abort', () => {
        told = signal.reason
      })
      return new Promise(() => {})
    })
    start([stuck])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(59 * SECOND)
    expect(deliveries(db)).toMatchObject([{ status: 'running', attempts: 1 }])
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    expect(told).toEqual(new Error('The handler took too long.'))
    expect(stuck.runs.map((run) => run.attempt)).toEqual([1, 2])
  })

  test('what was parked has all its attempts again once retried', async () => {
    let works = false
    const letter = handler('letter.send', async () => {
      if (!works) throw new DoNotRetry('closed')
    })
    start([letter])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(SECOND)
    works = true
    expect(retryParked(db, new Date())).toBe(1)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(letter.runs.map((run) => run.attempt)).toEqual([1, 1])
    expect(deliveries(db)).toMatchObject([{ status: 'done' }])
  })

  test('a delivery whose process died in the last attempt is parked, not run for ever', async () => {
    const letter = handler('letter.send')
    writeEvent(db)
    fanOut(db, () => ['letter.send'], new Date(), 10)
    db.$client.exec("update event_deliveries set status = 'running', attempts = 8")
    start([letter])
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(letter.runs).toEqual([])
    expect(deliveries(db)).toMatchObject([{ status: 'parked' }])
  })
})

describe('stopping', () => {
  test('waits for what runs and begins nothing more', async () => {
    const slow = handler('letter.send', async () => {
      await new Promise((resolve) => setTimeout(resolve, 3 * SECOND))
    })
    const stopped = start([slow])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(50)
    const closed = stopped.close()
    writeEvent(db)
    stopped.wake()
    await vi.advanceTimersByTimeAsync(3 * SECOND)
    await closed
    expect(deliveries(db)).toMatchObject([{ status: 'done' }])
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(slow.runs).toHaveLength(1)
  })

  test('hands back at once, uncounted, what does not end in the time of grace', async () => {
    const stuck = handler('letter.send', () => new Promise(() => {}))
    const stopped = start([stuck])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(50)
    const closed = stopped.close()
    await vi.advanceTimersByTimeAsync(defaultSettings.graceMs + SECOND)
    await closed
    expect(deliveries(db)).toMatchObject([{ status: 'pending', attempts: 0 }])
    expect(deliveries(db)[0]?.dueAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('a handler that obeys the signal is handed back, not failed', async () => {
    const obedient = handler('letter.send', (_data, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    const stopped = start([obedient])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(50)
    const closed = stopped.close()
    await vi.advanceTimersByTimeAsync(defaultSettings.graceMs + SECOND)
    await closed
    expect(deliveries(db)).toMatchObject([{ status: 'pending', attempts: 0, lastError: null }])
    expect(lines).toEqual([])
  })
})

describe('periodic jobs', () => {
  test('run after the start and then again and again, also after a failure', async () => {
    const runs: number[] = []
    const startedAt = Date.now()
    start(
      [],
      [
        {
          name: 'payments.sweep',
          everyMs: 60 * SECOND,
          async run() {
            runs.push(Date.now() - startedAt)
            if (runs.length === 2) throw new Error('Stripe is away')
          },
        },
      ],
    )
    await vi.advanceTimersByTimeAsync(200 * SECOND)
    expect(runs).toHaveLength(4)
    expect(runs[0]).toBeLessThan(SECOND)
    expect(lines).toMatchObject([
      { level: 'warn', ids: { reason: 'Stripe is away' } },
      { level: 'info' },
    ])
  })

  test('never run twice at once, are told to stop, and run no more after that', async () => {
    let running = 0
    const stopped = start(
      [],
      [
        {
          name: 'payments.sweep',
          everyMs: SECOND,
          run({ signal }) {
            running += 1
            return new Promise((resolve) => {
              signal.addEventListener('abort', () => resolve())
            })
          },
        },
      ],
    )
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(running).toBe(1)
    await stopped.close()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(running).toBe(1)
  })
})
