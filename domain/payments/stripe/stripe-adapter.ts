import type { PaymentCard } from '#contract/payments/payments.ts'

/** The properties of a PaymentIntent that we use. */
export interface Intent {
  /** 'pi_…' */
  id: string
  /** `open`: waiting for a card, a confirmation or the bank's challenge. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amountCents: number
  /** 0 until it has succeeded. */
  receivedCents: number
  /** As Stripe writes it: 'usd'. */
  currency: string
  /** Whether it moves real money. */
  livemode: boolean
  /** From our own metadata; null when we did not create the intent. */
  appointmentId: string | null
  /** From our own metadata: the key of the request that says what it covers. */
  requestKey: string | null
  clientSecret: string | null
  /** Of the charge; null before there is one, and for what is no card. */
  card: PaymentCard | null
  /** Refunded so far, in whole or in part. */
  refundedCents: number
  /** A dispute is open or lost; one that the clinic has won is none. */
  disputed: boolean
  /** A dispute was closed as lost: the cardholder has the money back. */
  disputeLost: boolean
  /** There were disputes, and none is open or lost. */
  disputeWon: boolean
  /** The last failed attempt to pay with it; `name` distinguishes attempts. */
  failure: { name: string; code: string | null; message: string | null } | null
}

interface NewIntent {
  /** One of those that it covers, for people who look at Stripe's dashboard. */
  appointmentId: string
  /** Of the request that says what it covers; also the idempotency key. */
  requestKey: string
  amountCents: number
  currency: string
}

export interface Refund {
  /** 're_…' */
  id: string
  /** Of our own row, from the metadata; null when it was not made by us. */
  refundId: string | null
  amountCents: number
  /** `refused`: for good. */
  status: 'done' | 'pending' | 'refused'
}

interface NewRefund {
  intentId: string
  amountCents: number
  /** Of our own row; also the idempotency key. */
  refundId: string
}

/** A Stripe event: only which intent it is about is used. */
export interface StripeEvent {
  /** 'evt_…' */
  id: string
  type: string
  livemode: boolean
  createdAt: Date
  /** The PaymentIntent it is about, if any. */
  intentId: string | null
}

/**
 * Our calls to Stripe. All of them throw `PaymentsUnavailable` when Stripe does not respond or
 * fails, and `StripeRefused` when it refuses for a reason that their result does not cover.
 */
export interface StripeAdapter {
  /** Whether the keys move real money. */
  readonly livemode: boolean
  /** @throws IdempotencyKeySpent when the idempotency key cannot be used any more */
  createIntent(intent: NewIntent): Promise<Intent>
  /** With its latest charge and disputes; null when Stripe does not know it. */
  retrieveIntent(id: string): Promise<Intent | null>
  /** Intents created since then with their latest charges, and disputes, newest first. */
  listIntents(since: Date): AsyncIterable<Intent>
  /** Cancels an intent; false when it cannot be canceled any more, for example once charged. */
  cancelIntent(id: string): Promise<boolean>
  /** Refunds an intent, whole or in part; null when Stripe refuses that for good. */
  refund(refund: NewRefund): Promise<Refund | null>
  /** All refunds of an intent, oldest first. */
  listRefunds(intentId: string): Promise<Refund[]>
  /** Events of these types since then, newest first. */
  listEvents(filter: { types: readonly string[]; since: Date }): AsyncIterable<StripeEvent>
  /** Verifies the signature of a webhook's raw body; null unless it is valid and recent. */
  readEvent(body: Buffer, signature: string): StripeEvent | null
}

/** The idempotency key's first request failed or had other parameters: Stripe only repeats that. */
export class IdempotencyKeySpent extends Error {
  override name = 'IdempotencyKeySpent'
}

/** Stripe refused a call, which a retry would not change. */
export class StripeRefused extends Error {
  override name = 'StripeRefused'
}

/** Stripe did not respond or failed: retry later. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
  /** Status of the response to a caller of the API. */
  readonly statusCode = 503
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number

  constructor(retryAfter: number, options?: ErrorOptions) {
    super('The payment provider isn’t responding. Please try again.', options)
    this.retryAfter = retryAfter
  }
}
