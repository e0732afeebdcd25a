import { StripeRefused } from '../../domain/payments/stripe-adapter.ts'
import { DoNotRetry } from '../queue/handler.ts'

/** Parks a job that Stripe refuses: asking again changes nothing, unlike after an outage. */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StripeRefused) throw new DoNotRetry(error.message, { cause: error })
    throw error
  }
}
