import type { PaymentCard } from '#contract/payments/payment-card.ts'

/** The fields of a PaymentIntent that we use. */
export interface Intent {
  /** 'pi_…' */
  id: string
  /** `open`: waiting for a card, a confirmation or the bank's challenge. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amountCents: number
  /** 0 until it has succeeded. */
  receivedCents: number
  /** In Stripe's form: 'usd'. */
  currency: string
  /** Whether it moves real money. */
  livemode: boolean
  /** From our own metadata; null when we did not create the intent. */
  appointmentId: string | null
  /** From our own metadata: the key of the request that says what it covers. */
  requestKey: string | null
  clientSecret: string | null
  /** The card of the charge; null before there is one, and for other payment methods. */
  card: PaymentCard | null
  /** Of the charge: Stripe's id of its card. */
  paymentMethodId: string | null
  /** The card that has paid, when it was attached to the payer's customer with the payment. */
  attached: AttachedCard | null
  /** Refunded so far, in whole or in part. */
  refundedCents: number
  /** Whether a dispute is open or lost. */
  disputed: boolean
  /** Whether a dispute was lost: the cardholder has the money back. */
  disputeLost: boolean
  /** Whether there were disputes, none of which is open or lost. */
  disputeWon: boolean
  failure: Failure | null
}

/** The last failed attempt of an intent. */
export interface Failure {
  /** Distinguishes attempts. */
  name: string
  code: string | null
  /** The bank's reason, if the card was declined. */
  declineCode: string | null
  /** For the cardholder, in English. */
  message: string | null
}

/** A card that its customer can pay with again. */
export interface AttachedCard extends PaymentCard {
  customerId: string
  paymentMethodId: string
  /** The same for every registration of one card. */
  fingerprint: string
  expiryMonth: number
  expiryYear: number
}

/** How an open intent is paid. */
interface CardOfIntent {
  intentId: string
  customerId: string
  /** A card of the customer's, or null for one that is typed. */
  paymentMethodId: string | null
  /** Whether Stripe attaches the card that pays to the customer. */
  isKept: boolean
}

interface NewIntent {
  /** One of the appointments that it covers, for readers of Stripe's dashboard. */
  appointmentId: string
  /** Key of the request that says what it covers; also the idempotency key. */
  requestKey: string
  amountCents: number
  currency: string
}

export interface Refund {
  /** 're_…' */
  id: string
  /** Id of our refund, from the metadata; null when we did not make it. */
  refundId: string | null
  amountCents: number
  /** `refused`: permanently. */
  status: 'done' | 'pending' | 'refused'
}

interface NewRefund {
  intentId: string
  amountCents: number
  /** Id of our refund; also the idempotency key. */
  refundId: string
}

/** A Stripe event; we only use which intent it concerns. */
export interface StripeEvent {
  /** 'evt_…' */
  id: string
  type: string
  livemode: boolean
  createdAt: Date
  /** The PaymentIntent that it concerns, if any. */
  intentId: string | null
}

/**
 * Our calls to Stripe. All throw `PaymentsUnavailable` when Stripe does not respond or fails, and
 * `StripeRefused` when it refuses for a reason that the result does not cover.
 */
export interface StripeAdapter {
  /** Whether the keys move real money. */
  readonly livemode: boolean
  /** @throws IdempotencyKeySpent when the idempotency key cannot be used again */
  createIntent(intent: NewIntent): Promise<Intent>
  /** With its latest charge and disputes; null when Stripe does not know it. */
  retrieveIntent(id: string): Promise<Intent | null>
  /** Intents created since then with their latest charges, and disputes, newest first. */
  listIntents(since: Date): AsyncIterable<Intent>
  /** Cancels an intent; false when it can no longer be canceled, for example after a charge. */
  cancelIntent(id: string): Promise<boolean>
  /**
   * Creates a customer without a name or an email.
   * @returns 'cus_…', the same for a key
   */
  createCustomer(key: string): Promise<string>
  /** Deletes a customer, if there is one, with the cards attached to it. */
  deleteCustomer(id: string): Promise<void>
  /** Detaches a card from its customer, if it is attached, so that it can never pay again. */
  detachCard(paymentMethodId: string): Promise<void>
  /**
   * Sets how an open intent is paid. `closed`: it is no longer open; `refused`: Stripe has no such
   * customer, or the card is not theirs.
   */
  setCard(card: CardOfIntent): Promise<'done' | 'closed' | 'refused'>
  /** Refunds an intent in whole or in part; null when Stripe refuses permanently. */
  refund(refund: NewRefund): Promise<Refund | null>
  /** All refunds of an intent, oldest first. */
  listRefunds(intentId: string): Promise<Refund[]>
  /** Events of these types since then, newest first. */
  listEvents(filter: { types: readonly string[]; since: Date }): AsyncIterable<StripeEvent>
  /** Verifies the signature of a webhook's raw body; null unless it is valid and recent. */
  readEvent(body: Buffer, signature: string): StripeEvent | null
}

/**
 * The first request with the idempotency key failed or had other parameters, and Stripe only repeats that.
 */
export class IdempotencyKeySpent extends Error {
  override name = 'IdempotencyKeySpent'
}

/** Stripe refused a call; a retry would not help. */
export class StripeRefused extends Error {
  override name = 'StripeRefused'
}

/** Stripe did not respond or failed: retry later. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
  /** Status of the response to a caller of the API. */
  readonly statusCode = 503
  /** After how many seconds a retry makes sense. */
  readonly retryAfter: number

  constructor(retryAfter: number, options?: ErrorOptions) {
    super('The payment provider isn’t responding. Please try again.', options)
    this.retryAfter = retryAfter
  }
}
