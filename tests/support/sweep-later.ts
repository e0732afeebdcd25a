import { sweepMissedEvents, sweepPayments } from '#domain/payments/settle-open-payments.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'

const THREE_MINUTES = 3 * 60_000

/** The sweep of open payments and missed events as it will run in three minutes. */
export async function sweepLater({ now, ...context }: PaymentContext): Promise<void> {
  const later = { ...context, now: () => new Date(now().getTime() + THREE_MINUTES) }
  const { signal } = new AbortController()
  await sweepPayments(later, {
    signal,
    onFailure: (_intentId, error) => {
      throw error
    },
  })
  await sweepMissedEvents(later, { signal })
}
