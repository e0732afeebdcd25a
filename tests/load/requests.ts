import Stripe from 'stripe'
import { z } from 'zod'
import { DEMO_ACCOUNTS } from '#sandbox/firebase-auth/emulator/project.ts'
import { keepKeys } from '#sandbox/stripe/stripe-config.ts'

/** An HTTP request that is sent repeatedly. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  /** JSON. */
  body?: string
}

/** Separates requests in a file; it occurs in no request. */
export const SEPARATOR = '\u001e'

/** The bytes of the request. */
export function toWire({ method, path, headers = {}, body }: LoadRequest): string {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** A different client address per number, because the site runs with its rate limits. */
export function visitor(number: number): Record<string, string> {
  const parts = [number >> 16, number >> 8, number].map((part) => part & 255)
  return { 'x-forwarded-for': `10.${parts.join('.')}` }
}

const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo'
const signedIn = z.object({ idToken: z.string() })

/**
 * `PUT /users/{email}` by a demo user who has just logged in; each has its own token, because exchanges of
 * one token are limited.
 */
export async function exchangeSessions(url: string): Promise<LoadRequest[]> {
  const [account] = DEMO_ACCOUNTS
  if (!account) throw new Error('There is no demo account.')
  const { email, password } = account
  const idToken = await signIn(url, { email, password })
  return Array.from({ length: 12_000 }, (_, number) => ({
    method: 'PUT',
    path: `/users/${encodeURIComponent(email)}`,
    headers: { authorization: `Bearer ${withClaim(idToken, { number })}`, ...visitor(number) },
    body: JSON.stringify({ email }),
  }))
}

/** The token with another claim: the emulator's tokens are not signed. */
function withClaim(token: string, claim: object): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claims, ...claim })).toString('base64url')
  return `${header}.${changed}.`
}

async function signIn(url: string, account: { email: string; password: string }): Promise<string> {
  const response = await fetch(url + SIGN_IN, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, returnSecureToken: true }),
  })
  return signedIn.parse(await response.json()).idToken
}

/** Stripe webhooks, each with a different event, signed with the sandbox's key. */
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

/** An event of typical length about another business's intent. */
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
