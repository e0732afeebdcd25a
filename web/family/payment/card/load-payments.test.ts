// @vitest-environment jsdom
import type { StripeConstructor } from '@stripe/stripe-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeStripe } from './testing/fake-stripe.ts'

const config = { publishableKey: 'pk_live_of_the_clinic' }
const standIn = { publishableKey: 'pk_test_of_the_sandbox', scriptUrl: '/sandbox/stripe/stripe.js' }

let loadPayments: typeof import('./load-payments.ts').loadPayments

const { stripe } = createFakeStripe()
const Stripe = Object.assign(
  vi.fn(() => stripe),
  { version: 'endive' },
)

/** As if the script had run, which defines its constructor. */
function arrive() {
  window.Stripe = Stripe as unknown as StripeConstructor
  scripts()[0]?.dispatchEvent(new Event('load'))
}

const scripts = () => [...document.querySelectorAll('script')]

beforeEach(async () => {
  vi.resetModules()
  ;({ loadPayments } = await import('./load-payments.ts'))
})

afterEach(() => {
  window.Stripe = undefined
  for (const script of scripts()) script.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

// This test comes first: the provider's loader requests its script once and caches it.
it('loads the provider’s own script with real keys, and nothing else', async () => {
  expect(scripts()).toEqual([])
  const loading = loadPayments(config)
  await expect
    .poll(() => scripts().map(({ src }) => new URL(src).origin))
    .toEqual(['https://js.stripe.com'])
  arrive()
  await expect(loading).resolves.toBe(stripe)
  expect(Stripe).toHaveBeenCalledWith('pk_live_of_the_clinic', { locale: 'en' })
})

it('loads the script that the server names instead, once for all callers', async () => {
  const loading = [loadPayments(standIn), loadPayments(standIn)]
  await expect
    .poll(() => scripts().map(({ src }) => new URL(src).pathname))
    .toEqual(['/sandbox/stripe/stripe.js'])
  arrive()
  await expect(Promise.all(loading)).resolves.toEqual([stripe, stripe])
  await expect(loadPayments(standIn)).resolves.toBe(stripe)
  expect(scripts()).toHaveLength(1)
})

it('says so when the script is blocked, and loads it at the next try', async () => {
  const blocked = expect(loadPayments(standIn)).rejects.toThrow(
    'We couldn’t load the card form. A browser extension may be blocking it, or the connection is weak.',
  )
  await expect.poll(scripts).toHaveLength(1)
  scripts()[0]?.dispatchEvent(new Event('error'))
  await blocked
  expect(scripts()).toEqual([])

  const again = loadPayments(standIn)
  await expect.poll(scripts).toHaveLength(1)
  arrive()
  await expect(again).resolves.toBe(stripe)
})

it('gives a script up that does not come', async () => {
  vi.useFakeTimers()
  const waiting = expect(loadPayments(standIn)).rejects.toThrow(/We couldn’t load the card form/)
  await vi.advanceTimersByTimeAsync(30_000)
  await waiting
})
