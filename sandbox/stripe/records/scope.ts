import type Stripe from 'stripe'
import type { Faults } from '../faults.ts'
import type { ChargeRecord, IntentRecord, Kind } from './records.ts'
import {
  toBrowserPaymentIntent,
  toCharge,
  toPaymentIntent,
  toPaymentMethod,
  toRefund,
} from './shapes.ts'
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
  /** For the events that the request causes; null without an API request. */
  request: Stripe.Event.Request | null
}

/** Stripe's times are Unix seconds. */
export function seconds(scope: Pick<Scope, 'now'>): number {
  return Math.floor(scope.now() / 1000)
}

/** The intent as the caller may see it. */
export function showIntent(scope: Scope, intent: IntentRecord): Partial<Stripe.PaymentIntent> {
  return scope.caller === 'secret' ? toPaymentIntent(intent) : toBrowserPaymentIntent(intent)
}

/** The charge in Stripe's shape. */
export function showCharge(store: Store, charge: ChargeRecord): Stripe.Charge {
  return toCharge(charge, store.need('payment_method', charge.paymentMethod))
}

/** A stored object in Stripe's format. @throws StripeRefusal (404) when it is unknown */
export function showObject(
  store: Store,
  kind: Exclude<Kind, 'dispute'>,
  id: string,
): Stripe.PaymentIntent | Stripe.PaymentMethod | Stripe.Charge | Stripe.Refund {
  switch (kind) {
    case 'payment_intent':
      return toPaymentIntent(store.need(kind, id, 'intent'))
    case 'payment_method':
      return toPaymentMethod(store.need(kind, id, 'payment_method'))
    case 'charge':
      return showCharge(store, store.need(kind, id))
    case 'refund':
      return toRefund(store.need(kind, id))
  }
}
