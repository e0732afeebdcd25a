import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findHoldErrors } from '#drizzle/checks/holds.ts'
import { stepsInProcess } from '#drizzle/testing/killed-process.ts'
import { describeOutcome, prepareOffers, takeOfferSteps } from './testing/offer-steps.ts'

/** `npm run test:faults` kills at more points. */
const KILLS = Number(process.env.OFFER_KILLS ?? 6)

const SCRIPT = join(import.meta.dirname, 'testing', 'offers-process.ts')

it('ends as without a crash if the process is killed before any statement of offers and re-offers', async () => {
  const take = await stepsInProcess(SCRIPT, prepareOffers)
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
