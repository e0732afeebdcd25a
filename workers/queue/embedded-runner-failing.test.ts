import { describe, expect, test, vi } from 'vitest'
import { retryParked } from '../../drizzle/queries/failed-deliveries.ts'
import { fanOut } from '../../drizzle/queries/outbox.ts'
import { deliveries, writeEvent } from '../testing/database.ts'
import { embeddedTest, notingHandler, SECOND } from '../testing/embedded.ts'
import { DoNotRetry } from './handler.ts'

describe('failing', () => {
  test('tries eight times, waiting twice as long each time, then parks', async () => {
    const { db, lines, start } = embeddedTest()
    const letter = notingHandler('letter.send', async () => {
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
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send', async (_data, { attempt }) => {
      if (attempt < 3) throw new Error('not yet')
    })
    start([letter])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(deliveries(db)).toMatchObject([{ status: 'done', attempts: 3, lastError: null }])
  })

  test('is not tried again when that cannot help', async () => {
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send', async () => {
      throw new DoNotRetry('no such patient')
    })
    start([letter])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(letter.runs).toHaveLength(1)
    expect(deliveries(db)).toMatchObject([{ status: 'parked', lastError: 'no such patient' }])
  })

  test('data that does not fit is parked, and never logged', async () => {
    const { db, lines, start } = embeddedTest()
    const letter = notingHandler('letter.send')
    start([letter])
    writeEvent(db, { data: { n: 'Mary Poppins' } })
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(letter.runs).toEqual([])
    expect(deliveries(db)).toMatchObject([{ status: 'parked', attempts: 1 }])
    expect(JSON.stringify([lines, deliveries(db)])).not.toContain('Poppins')
  })

  test('a handler of no known name keeps its attempts, is logged by ids only, and is parked', async () => {
    const { db, lines, start } = embeddedTest()
    const stopped = start([{ ...notingHandler('old.name') }])
    const eventId = writeEvent(db, { data: { n: 7_777 } })
    await vi.advanceTimersByTimeAsync(10)
    await stopped.close()
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
    const { db, start } = embeddedTest()
    let told: unknown
    const stuck = notingHandler('letter.send', (_data, { signal }) => {
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
    const { db, start } = embeddedTest()
    let works = false
    const letter = notingHandler('letter.send', async () => {
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
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send')
    writeEvent(db)
    fanOut(db, () => ['letter.send'], new Date(), 10)
    db.$client.exec("update event_deliveries set status = 'running', attempts = 8")
    start([letter])
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(letter.runs).toEqual([])
    expect(deliveries(db)).toMatchObject([{ status: 'parked' }])
  })
})
