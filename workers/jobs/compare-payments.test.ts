import { expect, it } from 'vitest'
import { readComparedAt } from '#domain/payments/compare-with-stripe.ts'
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
  // Charged at Stripe without an appointment of ours.
  stripe.addIntent({ status: 'succeeded', receivedCents: 11_000 })
  const runs: number[] = []
  for (let hour = 10; hour < 58; hour += 1) {
    now = new Date(Date.UTC(2027, 2, 1, hour))
    const before = asked
    await job.run({ db, log, signal })
    if (asked > before) runs.push(hour)
  }
  // 2 AM in Los Angeles.
  expect(runs).toEqual([10, 34])
  expect(lines).toHaveLength(2)
})

it('compares them at the first hour after a day without a comparison, if no process runs at night', async () => {
  const { db, stripe } = await buildTestApp()
  const { log } = testLog()
  const { signal } = new AbortController()
  let now = new Date()
  const job = comparePayments(stripe, 'America/Los_Angeles', () => now)
  const runs: string[] = []
  // Runs from 8 AM to 8 PM in Los Angeles.
  for (const day of [1, 2, 3]) {
    for (let hour = 16; hour < 28; hour += 1) {
      now = new Date(Date.UTC(2027, 2, day, hour))
      await job.run({ db, log, signal })
      if (readComparedAt(db)?.getTime() === now.getTime()) runs.push(`${day} ${hour}`)
    }
  }
  expect(runs).toEqual(['1 16', '2 16', '3 16'])
})
