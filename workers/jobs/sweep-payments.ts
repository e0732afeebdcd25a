import { reasonOf } from '../../domain/logging/throttled-logger.ts'
import type { StripePort } from '../../domain/payments/stripe-adapter.ts'
import { sweepMissedEvents, sweepPayments } from '../../domain/payments/sweep.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 60_000

/** Finds what a closed browser and a lost webhook have left behind (design section 6.6). */
export function sweepForPayments(stripe: StripePort): PeriodicJob {
  return {
    name: 'payments.sweep',
    everyMs: EVERY_MS,
    async run({ db, log, signal }) {
      const deps = { db, stripe, now: () => new Date() }
      await sweepPayments(deps, {
        signal,
        onTrouble: (intentId, error) =>
          log.error({ intentId, reason: reasonOf(error) }, 'a payment cannot be settled'),
      })
      const missed = await sweepMissedEvents(deps, { signal })
      if (missed > 0) log.warn({ missed }, 'found events of Stripe’s that no webhook has brought')
    },
  }
}
