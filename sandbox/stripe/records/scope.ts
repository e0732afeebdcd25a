import type { Faults } from '../faults.ts'
import type { ChargeRecord, IntentRecord } from './records.ts'
import { type Charge, toBrowserPaymentIntent, toCharge, toPaymentIntent } from './shapes.ts'
import type { Store } from './store.ts'

/** The clinic's server (secret key) or a browser (publishable key and client secret). */
export type Caller = 'secret' | 'publishable'

/** The context of an operation during a request. */
export type Scope = {
  store: Store
  faults: Faults
  /** Unix milliseconds. */
  now: () => number
  caller: Caller
}

/** Stripe's times are Unix seconds. */
export function seconds(scope: Pick<Scope, 'now'>): number {
  return Math.floor(scope.now() / 1000)
}

/** The intent as the caller may see it. */
export function showIntent(scope: Scope, intent: IntentRecord) {
  return scope.caller === 'secret' ? toPaymentIntent(intent) : toBrowserPaymentIntent(intent)
}

/** The charge in Stripe's shape. */
export function showCharge(store: Store, charge: ChargeRecord): Charge {
  return toCharge(charge, store.need('payment_method', charge.paymentMethod))
}

/** The intent with its newest charge, for `expand`. https://docs.stripe.com/api/expanding_objects */
export function withCharge(store: Store, intent: IntentRecord) {
  const { latestCharge } = intent
  return {
    ...toPaymentIntent(intent),
    latest_charge: latestCharge && showCharge(store, store.need('charge', latestCharge)),
  }
}
