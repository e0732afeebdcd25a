import Stripe from 'stripe'
import {
  IdempotencyKeySpent,
  type Intent,
  PaymentsUnavailable,
  type StripeAdapter,
  StripeRefused,
} from './stripe-adapter.ts'
import {
  APPOINTMENT_KEY,
  parseStripeEvent,
  REFUND_KEY,
  REQUEST_KEY,
  toIntent,
  toRefund,
  toStripeEvent,
} from './stripe-shapes.ts'

export interface StripeConfig {
  secretKey: string
  /**
   * Signing secrets of the webhook endpoint: two while one replaces the other, also as one text separated by
   * a comma.
   */
  webhookSecrets: readonly string[]
  /** Where a stand-in for Stripe's API listens; Stripe's own API when absent. */
  api?: { protocol: 'http' | 'https'; host: string; port: number }
  /** Time limit of one of three attempts, in milliseconds. */
  timeoutMs?: number
}

// Three attempts together stay below the 30 s that a browser waits.
const TIMEOUT_MS = 6_000
const RETRIES = 2

/** After how many seconds a caller should retry when Stripe does not say. */
const RETRY_AFTER_SECONDS = 5

const PAGE = 100

/** The most refunds of one intent. */
const MOST_REFUNDS = 1000

/** Connects to Stripe, or to a stand-in. */
export function connectStripe({
  secretKey,
  webhookSecrets,
  api,
  timeoutMs = TIMEOUT_MS,
}: StripeConfig): StripeAdapter {
  const stripe = new Stripe(secretKey, {
    ...api,
    // Otherwise the SDK writes to the home directory and reports on the platform.
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
  })
  const secrets = webhookSecrets
    .flatMap((secret) => secret.split(','))
    .map((secret) => secret.trim())

  async function withDisputes(intent: Stripe.PaymentIntent): Promise<Intent> {
    if (!toIntent(intent).disputed) return toIntent(intent)
    const disputes = await stripe.disputes.list({ payment_intent: intent.id })
    return toIntent(intent, disputes.data)
  }

  return {
    livemode: /^[a-z]+_live_/.test(secretKey),

    createIntent: ({ amountCents, currency, appointmentId, requestKey }) =>
      withOwnErrors(async () => {
        try {
          const intent = await stripe.paymentIntents.create(
            {
              amount: amountCents,
              currency,
              // Stripe does not need to know the treatment.
              description: 'Appointment',
              allowed_payment_method_types: ['card'],
              metadata: { [APPOINTMENT_KEY]: appointmentId, [REQUEST_KEY]: requestKey },
            },
            { idempotencyKey: requestKey },
          )
          return toIntent(intent)
        } catch (error) {
          if (isKeyUsedUp(error)) throw new IdempotencyKeySpent('Idempotency key spent')
          throw error
        }
      }),

    retrieveIntent: (id) =>
      withOwnErrors(async () => {
        try {
          const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
          return await withDisputes(intent)
        } catch (error) {
          if (hasCode(error, 'resource_missing')) return null
          throw error
        }
      }),

    async *listIntents(since) {
      const pages = stripe.paymentIntents.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        expand: ['data.latest_charge'],
        limit: PAGE,
      })
      try {
        for await (const intent of pages) yield await withDisputes(intent)
      } catch (error) {
        throw toOwnError(error)
      }
    },

    cancelIntent: (id) =>
      withOwnErrors(async () => {
        try {
          await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
          return true
        } catch (error) {
          if (hasCode(error, 'payment_intent_unexpected_state')) return false
          throw error
        }
      }),

    createCustomer: (key) =>
      withOwnErrors(async () => {
        const { id } = await stripe.customers.create({}, { idempotencyKey: key })
        return id
      }),

    deleteCustomer: (id) => withOwnErrors(() => unlessRefused(() => stripe.customers.del(id))),

    // Stripe refuses to detach a card that is not attached or not known.
    detachCard: (id) => withOwnErrors(() => unlessRefused(() => stripe.paymentMethods.detach(id))),

    setCard: ({ intentId, customerId, paymentMethodId, isKept }) =>
      withOwnErrors(async () => {
        try {
          await stripe.paymentIntents.update(intentId, {
            customer: customerId,
            ...(paymentMethodId !== null && { payment_method: paymentMethodId }),
            // on_session: a kept card is charged only while its owner is paying.
            setup_future_usage: isKept ? 'on_session' : '',
          })
          return 'done'
        } catch (error) {
          if (hasCode(error, 'payment_intent_unexpected_state')) return 'closed'
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused'
          throw error
        }
      }),

    refund: ({ intentId, amountCents, refundId }) =>
      withOwnErrors(async () => {
        try {
          const params = {
            payment_intent: intentId,
            amount: amountCents,
            metadata: { [REFUND_KEY]: refundId },
          }
          return toRefund(await stripe.refunds.create(params, { idempotencyKey: refundId }))
        } catch (error) {
          // Temporary: the clinic's balance will cover it later.
          if (hasCode(error, 'balance_insufficient')) {
            throw new PaymentsUnavailable(RETRY_AFTER_SECONDS, { cause: toOwnError(error) })
          }
          // For example after a dispute returned the money through the bank.
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
          throw error
        }
      }),

    listRefunds: (intentId) =>
      withOwnErrors(async () => {
        const refunds = await stripe.refunds
          .list({ payment_intent: intentId, limit: PAGE })
          .autoPagingToArray({ limit: MOST_REFUNDS })
        return refunds.map(toRefund).reverse()
      }),

    async *listEvents({ types, since }) {
      const pages = stripe.events.list({
        types: [...types],
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: PAGE,
      })
      try {
        for await (const event of pages) yield toStripeEvent(event)
      } catch (error) {
        throw toOwnError(error)
      }
    },

    readEvent(body, signature) {
      for (const secret of secrets) {
        try {
          return parseStripeEvent(stripe.webhooks.constructEvent(body, signature, secret))
        } catch {
          // Another secret may match; if none does, the event is rejected.
        }
      }
      return null
    },
  }
}

async function withOwnErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw toOwnError(error)
  }
}

/**
 * Converts Stripe's errors to ours, without their details, some of which hold client secrets.
 * `PaymentsUnavailable` stands for no response, failures at Stripe, rate limits and refused keys: not the
 * caller's fault, and not permanent.
 */
function toOwnError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, code, requestId } = error
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  const cause = new StripeRefused([type, code, requestId].filter(Boolean).join(' '))
  if (!isOutage) return cause
  const asked = Number(error.headers?.['retry-after'])
  return new PaymentsUnavailable(asked > 0 ? asked : RETRY_AFTER_SECONDS, { cause })
}

/** For calls that Stripe refuses when there is nothing left to do. */
async function unlessRefused(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code
}

/**
 * Stripe repeats the first response to a key for at least 24 hours, even its own 500
 * (https://docs.stripe.com/api/idempotent_requests). A replayed failure means that the key cannot be used
 * again; after a failure that is not a replay, the key is used again.
 */
function isKeyUsedUp(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true
  return (
    error instanceof Stripe.errors.StripeAPIError &&
    error.headers?.['idempotent-replayed'] === 'true'
  )
}
