import type { StripePort } from '../../domain/payments/stripe-adapter.ts'
import { sweepMissedEvents, sweepPayments } from '../../domain/payments/sweep.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 60_000

/** Settles payments whose browser was closed and whose webhook was lost. */
export function sweepForPayments(stripe: StripePort): PeriodicJob {
  return {
    name: 'payments.sweep',
    everyMs: EVERY_MS,
    async run({ db, log, signal }) {
      const deps = { db, stripe, now: () => new Date() }
      await sweepPayments(deps, {
        signal,
        onTrouble: (intentId, err) => log.error({ intentId, err }, 'could not settle a payment'),
      })
      const missed = await sweepMissedEvents(deps, { signal })
      if (missed > 0) log.warn({ missed }, 'recovered missed webhook events')
    },
  }
}
