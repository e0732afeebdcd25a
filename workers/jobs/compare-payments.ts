import { millisecondsInHour } from 'date-fns/constants'
import { compareWithStripe, readComparedAt } from '#domain/payments/compare-with-stripe.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import { isDueTonight } from '#domain/process/nightly.ts'
import type { PeriodicJob } from '../queue/handler.ts'

/** Once a night: compares the payments of the last 35 days with Stripe's. */
export function comparePayments(
  stripe: StripeAdapter,
  timeZone: string,
  clock = () => new Date(),
): PeriodicJob {
  return {
    name: 'payments.compare',
    everyMs: millisecondsInHour,
    async run({ db, log, signal }) {
      if (!isDueTonight(clock(), readComparedAt(db), timeZone)) return
      const found = await compareWithStripe({ db, stripe, now: clock }, { signal })
      if (found > 0)
        log.warn({ found }, 'payments differ from Stripe’s: see the reconciliation page')
    },
  }
}
