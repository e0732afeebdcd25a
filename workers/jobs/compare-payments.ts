import { TZDate } from '@date-fns/tz'
import { compareWithStripe, readComparedAt } from '#domain/payments/compare.ts'
import type { StripeAdapter } from '#domain/payments/stripe-adapter.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const HOUR = 60 * 60_000

/** Hours of the clinic's night, with little else to do. */
const NIGHT = { from: 2, before: 6 }

/**
 * Once a night: compares the payments of the last 35 days with Stripe's. Where no process runs at
 * night, at the first hour at which the last comparison is a day old, as after a start.
 */
export function comparePayments(
  stripe: StripeAdapter,
  timeZone: string,
  clock = () => new Date(),
): PeriodicJob {
  return {
    name: 'payments.compare',
    everyMs: HOUR,
    async run({ db, log, signal }) {
      const now = clock()
      const hour = new TZDate(now.getTime(), timeZone).getHours()
      const isNight = hour >= NIGHT.from && hour < NIGHT.before
      const age = now.getTime() - (readComparedAt(db)?.getTime() ?? 0)
      if (age < (isNight ? 12 : 24) * HOUR) return
      const found = await compareWithStripe({ db, stripe, now: clock }, { signal })
      if (found > 0) log.warn({ found }, 'payments differ from Stripe’s: see the payments desk')
    },
  }
}
