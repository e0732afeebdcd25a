import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findHoldErrors } from '#drizzle/checks/holds.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { describeOutcome, prepareOffers, takeOfferSteps } from './testing/offer-steps.ts'

/** `npm run test:faults` kills at more points. */
const KILLS = Number(process.env.OFFER_KILLS ?? 6)

const SCRIPT = join(import.meta.dirname, 'testing', 'offers-process.ts')

it('ends as without a crash if the process is killed before any statement of offers and re-offers', async () => {
  const dir = temporaryFolder()
  const start = join(dir, 'start.db')
  const file = join(dir, 'test.db')
  const prepared = seededDatabase(start)
  prepareOffers(prepared)
  prepared.$client.pragma('wal_checkpoint(TRUNCATE)')

  /** Takes the steps on a copy, in another process. */
  async function take(fatal: number) {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    copyFileSync(start, file)
    const child = fork(SCRIPT, [file, String(fatal)], { execArgv: [] })
    let passed = 0
    child.on('message', (statements) => {
      passed = Number(statements)
    })
    const [, signal] = await once(child, 'exit')
    const db = openForTest(file)
    return { db, passed, signal }
  }

  const whole = await take(0)
  const right = describeOutcome(whole.db)
  expect(right.offers).not.toContain('open')
  expect(new Set(right.freed)).toEqual(new Set(['booked', 'public']))
  whole.db.$client.close()
  expect(whole.passed).toBeGreaterThan(100)

  const points = Array.from({ length: Math.min(KILLS, whole.passed) }, (_, index) =>
    Math.ceil(((index + 1) * whole.passed) / Math.min(KILLS, whole.passed)),
  )
  for (const point of points) {
    const { db, signal } = await take(point)
    expect(signal).toBe('SIGKILL')
    expect(findHoldErrors(db)).toEqual([])
    takeOfferSteps(db)
    expect({ point, ...describeOutcome(db) }).toEqual({ point, ...right })
    expect([...findHoldErrors(db), ...findBookErrors(db)]).toEqual([])
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
    db.$client.close()
  }
}, 1_800_000)
