import Stripe from 'stripe'
import { WEBHOOK_SECRET } from '#domain/testing/fake-stripe.ts'
import type { TestApp } from './test-app.ts'

const { webhooks } = new Stripe('sk_test_of_the_tests')

/** An event of Stripe's, with changes. */
export function eventOf(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_800_000_000,
    livemode: false,
    data: { object: { id: 'pi_1', object: 'payment_intent', description: 'Allergy Testing' } },
    ...changes,
  }
}

/** The header of a delivery. */
export function sign(payload: string, secret = WEBHOOK_SECRET, secondsAgo = 0): string {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
  return webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

/** `POST /webhooks/stripe`. */
export function deliver(
  { app }: Pick<TestApp, 'app'>,
  body: string | Buffer,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
  })
}

/** Delivers an event, or any text, with a valid signature. */
export function deliverSigned(api: Pick<TestApp, 'app'>, event: object | string, secret?: string) {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  return deliver(api, body, { 'stripe-signature': sign(body, secret) })
}
