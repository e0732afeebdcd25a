import { expect, it } from 'vitest'
import { buildTestApp } from '#server/testing/test-app.ts'
import { testLog } from '../testing/database.ts'
import { comparePayments } from './compare-payments.ts'

it('compares payments with Stripe’s once in each of the clinic’s nights', async () => {
  const { db, stripe } = await buildTestApp()
  let now = new Date()
  const job = comparePayments(stripe, 'America/Los_Angeles', () => now)
  const { log, lines } = testLog()
  const { signal } = new AbortController()
  let asked = 0
  stripe.interrupt = () => {
    asked += 1
  }
  // Charged at Stripe for no appointment that we know.
  stripe.addIntent({ status: 'succeeded', receivedCents: 11_000 })
  const runs: number[] = []
  for (let hour = 0; hour < 48; hour += 1) {
    now = new Date(Date.UTC(2027, 2, 1, hour))
    const before = asked
    await job.run({ db, log, signal })
    if (asked > before) runs.push(hour)
  }
  // 2 o'clock in Los Angeles.
  expect(runs).toEqual([10, 34])
  expect(lines).toHaveLength(2)
})
