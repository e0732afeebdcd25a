import type { StripePort } from '../server/payments/stripe-port.ts'
import { reconcilePayment } from './reconcile-payment.ts'
import { refundUnusable } from './refund-payment.ts'
import type { Registry } from './registry.ts'
import { sweepForPayments } from './sweep-payments.ts'

/** Every handler and periodic job of the product; the list is the table of contents. */
export function productRegistry({ stripe }: { stripe: StripePort }): Registry {
  return {
    handlers: [reconcilePayment(stripe), refundUnusable(stripe)],
    periodicJobs: [sweepForPayments(stripe)],
  }
}
