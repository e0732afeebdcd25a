import { describe, expect, test, vi } from 'vitest'
import { deliveries, writeEvent } from '../testing/database.ts'
import { type EmbeddedTest, embeddedTest, notingHandler, SECOND } from '../testing/embedded.ts'
import type { Handler } from './handler.ts'
import { defaultSettings } from './settings.ts'

/** Begins the work and lets the runner's time of grace pass while that still goes on. */
async function stopAmid({ db, start }: EmbeddedTest, work: Handler['run']): Promise<void> {
  const runner = start([notingHandler('letter.send', work)])
  writeEvent(db)
  await vi.advanceTimersByTimeAsync(50)
  const closed = runner.close()
  await vi.advanceTimersByTimeAsync(defaultSettings.graceMs + SECOND)
  await closed
}

describe('stopping', () => {
  test('waits for what runs and begins nothing more', async () => {
    const { db, start } = embeddedTest()
    const slow = notingHandler('letter.send', async () => {
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
    const setting = embeddedTest()
    const { db } = setting
    await stopAmid(setting, () => new Promise(() => {}))
    expect(deliveries(db)).toMatchObject([{ status: 'pending', attempts: 0 }])
    expect(deliveries(db)[0]?.dueAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('a handler that obeys the signal is handed back, not failed', async () => {
    const setting = embeddedTest()
    const { db, lines } = setting
    await stopAmid(setting, (_data, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    expect(deliveries(db)).toMatchObject([{ status: 'pending', attempts: 0, lastError: null }])
    expect(lines).toEqual([])
  })
})

describe('periodic jobs', () => {
  test('run after the start and then again and again, also after a failure', async () => {
    const { lines, start } = embeddedTest()
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
      { level: 'warn', ids: { err: { message: 'Stripe is away' } } },
      { level: 'info' },
    ])
  })

  test('never run twice at once, are told to stop, and run no more after that', async () => {
    const { start } = embeddedTest()
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
