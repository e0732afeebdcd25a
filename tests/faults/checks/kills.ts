import { setTimeout as pause } from 'node:timers/promises'
import { median } from '#tests/load/report.ts'
import { type Check, forEachConcurrent, randomBetween, waitUntil } from '../check.ts'
import { bookAndPay, startLoad } from '../patient.ts'
import { trial } from '../reconciliation.ts'
import { book, bookedIn } from '../requests.ts'
import { uidOf } from '../site.ts'
import { webhookFaults } from './provider.ts'

const VISITORS = 8

/** The API runs for at most this long between two kills, in milliseconds. */
const LONGEST_RUN_MS = 800

export const apiKilled: Check = {
  row: 'R4',
  name: 'the API killed with -9 at random points under load, webhooks lost, repeated and reordered',
  goal: 'nothing acknowledged lost, nothing repeated',
  cycles: 200,
  run: (cycles) =>
    trial(async ({ site, ledger, problems }) => {
      const load = startLoad(site, ledger, VISITORS)
      const starts: number[] = []
      try {
        for (let cycle = 0; cycle < cycles; cycle += 1) {
          const fault = webhookFaults[cycle % webhookFaults.length]
          if (fault) site.sandbox.control.addFault(fault)
          await pause(randomBetween(0, LONGEST_RUN_MS))
          await site.end('SIGKILL')
          starts.push(await site.start())
        }
      } finally {
        // Also if the API fails to start again, since the load would never end.
        await load.stop()
      }
      const { booked, paid, moved, cancelled, refunded, unanswered } = ledger
      if (booked.size === 0 || paid.size === 0) problems.push('nothing was acknowledged')
      // About one in seven payments is followed by a refund.
      if (paid.size >= 100 && refunded.size === 0) problems.push('staff refunded nothing')
      return (
        `${cycles} kills; ${booked.size} booked, ${paid.size} paid, ${moved} moved, ` +
        `${cancelled.size} canceled, ${refunded.size} refunded by staff, ` +
        `${unanswered} without response; ` +
        `ready again after ${median(starts).toFixed(0)} ms`
      )
    }),
}

export const killedAfterWebhook: Check = {
  row: 'R10',
  name: 'the API killed right after it has accepted a webhook',
  goal: 'every event handled once',
  cycles: 20,
  run: (cycles) =>
    trial(async ({ site, ledger, free, problems }) => {
      const taken = () =>
        site.sandbox.control
          .deliveries()
          .filter(({ type, state }) => type === 'payment_intent.succeeded' && state === 'delivered')
          .length
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const time = free.next().value
        const before = taken()
        const paying = bookAndPay(site, ledger, { time, patient: cycle })
        if (!(await waitUntil(() => taken() > before, 30_000))) problems.push('no webhook arrived')
        await site.end('SIGKILL')
        await site.start()
        await paying
      }
      return `${cycles} kills, ${taken()} webhooks accepted`
    }),
}

const AT_ONCE = 100

/** The API has to exit within this time of SIGTERM, in milliseconds. */
const END_MS = 5_000

export const stoppedBySigterm: Check = {
  row: 'R17',
  name: `SIGTERM with ${AT_ONCE} bookings in flight`,
  goal: 'nothing acknowledged lost, exit 0 within 5 s',
  cycles: 50,
  run: (cycles) =>
    trial(async ({ site, ledger, free, problems }) => {
      let slowest = 0
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const ends: Promise<void>[] = []
        const patients = Array.from({ length: AT_ONCE }, (_, number) => number + cycle * AT_ONCE)
        await forEachConcurrent(patients, AT_ONCE, async (patient) => {
          const time = free.next().value
          // A connection that ends without a response acknowledges nothing.
          const answer = await book(site.url, patient, time).catch(() => undefined)
          const id = answer && bookedIn(answer)
          if (!id) return
          ledger.booked.set(id, { ...time, uid: uidOf(patient) })
          if (ends.length === 0) ends.push(stop())
        })
        await Promise.all(ends)
        if (ends.length === 0) throw new Error('Nothing was booked.')
        await site.start()
      }
      if (slowest > END_MS) problems.push(`stopping took ${slowest.toFixed(0)} ms`)
      return `${cycles} stops, ${ledger.booked.size} booked; the slowest took ${slowest.toFixed(0)} ms`

      async function stop(): Promise<void> {
        const began = performance.now()
        const { code, signal } = await site.end('SIGTERM')
        slowest = Math.max(slowest, performance.now() - began)
        if (code !== 0) problems.push(`ended with ${code ?? signal}`)
      }
    }),
}
