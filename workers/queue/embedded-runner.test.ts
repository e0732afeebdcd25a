import { describe, expect, test, vi } from 'vitest'
import { claimDue } from '../../drizzle/queries/deliveries.ts'
import { fanOut, hasUnpublished } from '../../drizzle/queries/outbox.ts'
import { countCommits, writeTransaction } from '../../drizzle/write-transaction.ts'
import { deliveries, writeEvent } from '../testing/database.ts'
import { embeddedTest, notingHandler, SECOND } from '../testing/embedded.ts'
import { defaultSettings } from './settings.ts'

describe('delivering', () => {
  test('runs every subscribed handler once, with the checked data', async () => {
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send')
    const figures = notingHandler('figures.count')
    const other = { ...notingHandler('account.remove'), on: ['user.registered' as const] }
    const runner = start([letter, figures, other])
    writeEvent(db, { data: { n: 3, extra: true } })
    runner.wake()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(letter.runs).toMatchObject([{ attempt: 1, data: { n: 3 } }])
    expect(figures.runs).toHaveLength(1)
    expect(deliveries(db).map(({ handler, status }) => [handler, status])).toEqual([
      ['letter.send', 'done'],
      ['figures.count', 'done'],
    ])
  })

  test('begins soon after a wake', async () => {
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send')
    const runner = start([letter])
    await vi.advanceTimersByTimeAsync(10)
    writeEvent(db)
    runner.wake()
    await vi.advanceTimersByTimeAsync(20)
    expect(letter.runs).toHaveLength(1)
  })

  test('an event is published by the transaction that writes it, until the runner is closed', async () => {
    const { db, start } = embeddedTest()
    const runner = start([notingHandler('letter.send')])
    await vi.advanceTimersByTimeAsync(10)
    await writeTransaction(db, () => writeEvent(db))
    expect(hasUnpublished(db)).toBe(false)
    expect(deliveries(db)).toMatchObject([{ handler: 'letter.send', status: 'pending' }])

    const closed = runner.close()
    await vi.runOnlyPendingTimersAsync()
    await closed
    await writeTransaction(db, () => writeEvent(db))
    expect(hasUnpublished(db)).toBe(true)
  })

  test('what it writes of deliveries goes to the disk with what requests write', async () => {
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send')
    const runner = start([letter])
    await vi.advanceTimersByTimeAsync(10)
    const before = countCommits(db)
    for (let request = 0; request < 20; request += 1) {
      writeTransaction(db, () => writeEvent(db)).then(runner.wake)
      await vi.advanceTimersByTimeAsync(8)
    }
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(letter.runs).toHaveLength(20)
    expect(deliveries(db).every(({ status }) => status === 'done')).toBe(true)
    // One for each request, and for the last one's delivery to be claimed and done.
    expect(countCommits(db) - before).toBe(22)
  })

  test("notices another process's commit within a second, without a wake", async () => {
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send')
    start([letter])
    await vi.advanceTimersByTimeAsync(10)
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(letter.runs).toHaveLength(1)
  })

  test('delivers at once what a handler has written', async () => {
    const { db, start } = embeddedTest()
    const account = {
      ...notingHandler('account.note', async () => {
        writeEvent(db)
      }),
      on: ['user.registered' as const],
    }
    const letter = notingHandler('letter.send')
    const runner = start([account, letter])
    writeEvent(db, { kind: 'user.registered' })
    runner.wake()
    await vi.advanceTimersByTimeAsync(50)
    expect(letter.runs).toHaveLength(1)
  })

  test('runs no more handlers at once than it may, and all of them in the end', async () => {
    const { db, start } = embeddedTest()
    let running = 0
    let most = 0
    const slow = notingHandler('letter.send', async () => {
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
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send', async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    start([letter])
    start([letter])
    for (let n = 0; n < 30; n += 1) writeEvent(db, { data: { n } })
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(letter.runs).toHaveLength(30)
  })

  test('keeps its lease while a handler takes long', async () => {
    const { db, start } = embeddedTest()
    const slow = notingHandler('letter.send', async () => {
      await new Promise((resolve) => setTimeout(resolve, 40 * SECOND))
    })
    start([slow])
    writeEvent(db)
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    expect(slow.runs).toHaveLength(1)
    expect(deliveries(db)).toMatchObject([{ status: 'done', attempts: 1 }])
  })

  test('takes over what a killed process had', async () => {
    const { db, start } = embeddedTest()
    const letter = notingHandler('letter.send')
    writeEvent(db)
    fanOut(db, () => ['letter.send'], new Date(), 10)
    claimDue(db, new Date(), 1, defaultSettings.leaseMs)
    start([letter])
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(letter.runs).toMatchObject([{ attempt: 2 }])
  })
})
