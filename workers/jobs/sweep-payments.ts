import { sweepMissedEvents, sweepPayments } from '#domain/payments/settle-open-payments.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 60_000

/** Settles payments whose browser was closed and whose webhook was lost. */
export function sweepForPayments(stripe: StripeAdapter): PeriodicJob {
  return {
    name: 'payments.sweep',
    everyMs: EVERY_MS,
    async run({ db, log, signal }) {
      const context = { db, stripe, now: () => new Date() }
      await sweepPayments(context, {
        signal,
        onFailure: (intentId, err) => log.error({ intentId, err }, 'could not settle a payment'),
      })
      const missed = await sweepMissedEvents(context, { signal })
      if (missed > 0) log.warn({ missed }, 'recovered missed webhook events')
    },
  }
}
