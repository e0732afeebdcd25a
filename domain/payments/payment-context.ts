import type { Database } from '../../drizzle/client.ts'
import type { StripePort } from './stripe-adapter.ts'

/** What everything that deals with money works on; routes and workers alike. */
export interface PaymentDeps {
  db: Database
  stripe: StripePort
  now: () => Date
}
