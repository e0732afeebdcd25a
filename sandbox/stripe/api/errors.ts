import type Stripe from 'stripe'
import type { Part } from '../records/records.ts'

/** The `error` object of a response. https://docs.stripe.com/api/errors */
type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  payment_intent?: Part<Stripe.PaymentIntent>
}

/** An error response in Stripe's format, thrown by every operation. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400 `invalid_request_error`: invalid parameters, or an object in the wrong state. */
export function invalidRequest(
  message: string,
  rest: Omit<ErrorBody, 'type' | 'message'> = {},
): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...rest })
}

/** 404 `resource_missing`. `noun` is Stripe's, e.g. `payment_intent`. */
export function noSuch(noun: string, id: string): StripeRefusal {
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
  })
}

/** 402 `card_error`: the card is declined or its details are invalid. */
export function cardRefused(body: Omit<ErrorBody, 'type'>): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', ...body })
}
