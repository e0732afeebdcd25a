import Stripe from 'stripe'
import { keepKeys } from '../../sandbox/stripe/stripe-config.ts'
import { type LoadRequest, visitor } from './request.ts'

/** Webhooks as Stripe sends them, each of another event, signed with the key of the site's sandbox. */
export function stripeEvents(dataDir: string, count: number): LoadRequest[] {
  const { webhookSecret, secretKey } = keepKeys(dataDir)
  const stripe = new Stripe(secretKey)
  const run = Date.now()
  return Array.from({ length: count }, (_, number) => {
    const body = JSON.stringify(eventOf(`${run}${number}`))
    const signature = stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
    })
    return {
      method: 'POST',
      path: '/webhooks/stripe',
      headers: { ...visitor(number), 'stripe-signature': signature },
      body,
    }
  })
}

/** An event about an intent of somebody else's, of the usual length. */
function eventOf(id: string) {
  return {
    id: `evt_${id}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: `req_${id}`, idempotency_key: `key-${id}` },
    type: 'payment_intent.created',
    data: {
      object: {
        id: `pi_${id}`,
        object: 'payment_intent',
        amount: 7500,
        currency: 'usd',
        status: 'requires_payment_method',
        client_secret: `pi_${id}_secret_${'x'.repeat(24)}`,
        description: 'x'.repeat(1_200),
        metadata: {},
      },
    },
  }
}
