import { sweepMissedEvents, sweepPayments } from '#domain/payments/settle-open-payments.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'

const THREE_MINUTES = 3 * 60_000

const { signal } = new AbortController()

const inThreeMinutes = ({ now, ...context }: PaymentContext): PaymentContext => ({
  ...context,
  now: () => new Date(now().getTime() + THREE_MINUTES),
})

/** Runs the sweep of open payments as of three minutes later. */
export async function sweepOpenLater(context: PaymentContext): Promise<void> {
  await sweepPayments(inThreeMinutes(context), {
    signal,
    onFailure: (_intentId, error) => {
      throw error
    },
  })
}

/** Runs the sweep of open payments and missed events as of three minutes later. */
export async function sweepLater(context: PaymentContext): Promise<void> {
  await sweepOpenLater(context)
  await sweepMissedEvents(inThreeMinutes(context), { signal })
}
