/** What Stripe's record says of a PaymentIntent, as far as it matters here. */
export interface Intent {
  /** 'pi_…' */
  id: string
  /** `open`: it waits for a card, a confirmation or the bank's challenge. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amountCents: number
  /** 0 until it has succeeded. */
  receivedCents: number
  /** As Stripe writes it: 'usd'. */
  currency: string
  /** Whether the money is real. */
  livemode: boolean
  /** From our own metadata; null when we did not create the intent. */
  appointmentId: string | null
  clientSecret: string | null
  /** Fully refunded. */
  refunded: boolean
  disputed: boolean
  /** The last failed attempt to pay with it; `name` distinguishes attempts. */
  failure: { name: string; code: string | null; message: string | null } | null
}

export interface NewIntent {
  appointmentId: string
  amountCents: number
  currency: string
}

export interface Refund {
  /** 're_…'; null when the money had gone back already. */
  id: string | null
  /** `refused`: it does not go back, for good. */
  status: 'done' | 'pending' | 'refused'
}

/** Of an event only what it is about counts: the truth is asked for. */
export interface StripeEvent {
  /** 'evt_…' */
  id: string
  type: string
  livemode: boolean
  createdAt: Date
  /** The PaymentIntent that it is about, if any. */
  intentId: string | null
}

/**
 * The calls made to Stripe. All of them throw `PaymentsUnavailable` when Stripe gives no usable
 * answer, and `StripeRefused` when it refuses for any reason but those they answer for.
 */
export interface StripePort {
  /** Whether the keys move real money. */
  readonly livemode: boolean
  /** @throws IntentKeySpent when nothing can come of the idempotency key any more */
  createIntent(intent: NewIntent, idempotencyKey: string): Promise<Intent>
  /** Null when Stripe does not know it. */
  retrieveIntent(id: string): Promise<Intent | null>
  /** Gives an intent up; false when it is past that, as when it has been paid. */
  cancelIntent(id: string): Promise<boolean>
  /** All of an intent's money back. */
  refund(intentId: string, idempotencyKey: string): Promise<Refund>
  retrieveRefund(id: string): Promise<Refund>
  /** Events of these types since then, the newest first. */
  listEvents(filter: { types: readonly string[]; since: Date }): AsyncIterable<StripeEvent>
  /** Checks the signature on a webhook's raw body; null unless it holds and is fresh. */
  readEvent(body: Buffer, signature: string): StripeEvent | null
}

/** The key's first request failed for good, or was another one: Stripe will only repeat that. */
export class IntentKeySpent extends Error {
  override name = 'IntentKeySpent'
}

/** Stripe refused a call that it should have taken: nothing that another try changes. */
export class StripeRefused extends Error {
  override name = 'StripeRefused'
}

/** Stripe gave no usable answer: try again later. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
  /** What a caller of the API is answered. */
  readonly statusCode = 503
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number

  constructor(retryAfter: number, options?: ErrorOptions) {
    super('The payment provider isn’t responding. Please try again.', options)
    this.retryAfter = retryAfter
  }
}
