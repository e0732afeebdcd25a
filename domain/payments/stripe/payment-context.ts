import type { Database } from '#drizzle/client.ts'
import type { StripeAdapter } from './stripe-adapter.ts'

/** The services that payment functions need, in routes and in jobs. */
export interface PaymentContext {
  db: Database
  stripe: StripeAdapter
  now: () => Date
}
