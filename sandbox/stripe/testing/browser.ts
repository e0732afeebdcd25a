import type Stripe from 'stripe'
import type { StripeSandbox } from '../server.ts'

// The card page's calls, without a browser.

const TIMEOUT_MS = 5_000

type Sandbox = Pick<StripeSandbox, 'url' | 'publishableKey'>
type BrowserAnswer<T> = { status: number; body: T & { error?: Stripe.StripeRawError } }

/** A call as a browser makes it: with the publishable key and form-encoded text. */
export async function fromBrowser<T>(
  sandbox: Sandbox,
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, string>,
): Promise<BrowserAnswer<T>> {
  const form = new URLSearchParams(params)
  const response = await fetch(
    `${sandbox.url}${path}${method === 'GET' ? `?${form.toString()}` : ''}`,
    {
      method,
      headers: { authorization: `Bearer ${sandbox.publishableKey}` },
      ...(method === 'POST' && { body: form }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  )
  return { status: response.status, body: await response.json() }
}

/** The parameters of a card with this number. */
export const cardParams = (number: string) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '34',
  'card[cvc]': '123',
})

/** Enters a card in the browser. */
export function enterCard(
  sandbox: Sandbox,
  number: string,
): Promise<BrowserAnswer<Stripe.PaymentMethod>> {
  return fromBrowser(sandbox, 'POST', '/v1/payment_methods', cardParams(number))
}

/** Enters a card and confirms the intent of that client secret with it. */
export async function payWithCard(
  sandbox: Sandbox,
  clientSecret: string | null,
  number: string,
): Promise<BrowserAnswer<Stripe.PaymentIntent>> {
  const { body: method } = await enterCard(sandbox, number)
  const [id] = clientSecret?.split('_secret_') ?? []
  return fromBrowser(sandbox, 'POST', `/v1/payment_intents/${id}/confirm`, {
    payment_method: method.id,
    client_secret: clientSecret ?? '',
  })
}

/** Answers the open 3-D Secure challenge of an intent. */
export function authenticate(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  outcome: 'complete' | 'fail',
): Promise<BrowserAnswer<Stripe.PaymentIntent>> {
  const source = intent.next_action?.use_stripe_sdk?.source
  return fromBrowser(sandbox, 'POST', `/v1/payment_intents/${intent.id}/authenticate`, {
    client_secret: intent.client_secret ?? '',
    source: String(source),
    outcome,
  })
}
