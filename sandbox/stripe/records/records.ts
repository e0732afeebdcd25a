import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'

// The sandbox's records. Amounts in cents, times in Unix seconds; `shapes.ts` has Stripe's format.

/** An object of Stripe's without some of its fields. */
export type Part<T> = T extends object ? { [Field in keyof T]?: Part<T[Field]> } : T

// Fields of later versions are absent in the records of earlier ones.

export type PaymentMethodRecord = {
  id: string
  /** The name of a test card; the number is never stored. */
  cardToken: string
  /** Month and year, as typed. */
  expires?: { month: number; year: number }
  /** The customer who may pay with it again. */
  customer?: string | null
  /** It has paid without a customer, or was detached, and can never pay again. */
  isSpent?: boolean
}

export type CustomerRecord = { id: string; created: number; deleted?: true }

export type IntentStatus = Exclude<Stripe.PaymentIntent.Status, 'requires_capture'>

export type IntentRecord = {
  id: string
  created: number
  clientSecret: string
  amount: number
  currency: string
  status: IntentStatus
  description: string | null
  metadata: Record<string, string>
  paymentMethod: string | null
  customer?: string | null
  /** Whether the paying card is saved for the customer. */
  setupFutureUsage?: 'on_session' | 'off_session' | null
  latestCharge: string | null
  lastError: Part<Stripe.PaymentIntent.LastPaymentError> | null
  /** The id of the open 3-D Secure challenge while the status is `requires_action`. */
  challenge: string | null
}

export type ChargeRecord = {
  id: string
  created: number
  amount: number
  amountRefunded: number
  status: 'succeeded' | 'pending' | 'failed'
  intent: string
  paymentMethod: string
  disputed: boolean
}

export type RefundRecord = {
  id: string
  amount: number
  charge: string
  intent: string
  status: 'succeeded' | 'pending' | 'failed'
  metadata: Record<string, string>
}

export type DisputeRecord = {
  id: string
  status: 'needs_response' | 'won' | 'lost'
  amount: number
  charge: string
  intent: string
}

export type Records = {
  payment_intent: IntentRecord
  payment_method: PaymentMethodRecord
  customer: CustomerRecord
  charge: ChargeRecord
  refund: RefundRecord
  dispute: DisputeRecord
}

export type Kind = keyof Records

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits, like the end of Stripe's ids. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A new id in Stripe's format: `newId('pi')` → `pi_3Qx…`, with 24 characters after the prefix. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}
