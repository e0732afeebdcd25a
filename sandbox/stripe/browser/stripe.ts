import type { StripeConstructorOptions } from '@stripe/stripe-js'
import { createInstance, type SandboxStripe } from './instance.ts'

// The classic script that replaces https://js.stripe.com: it defines `window.Stripe`, which the real loader
// of @stripe/stripe-js then uses.

const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) {
  throw new Error('The Stripe sandbox must be loaded by a classic script element with a src.')
}
const base = new URL('.', script.src)

function Stripe(publishableKey: string, options?: StripeConstructorOptions): SandboxStripe {
  return createInstance(base, publishableKey, options)
}
// The Stripe.js release that @stripe/stripe-js requires.
Stripe.version = 'endive'

Object.defineProperty(window, 'Stripe', { value: Stripe, configurable: true, writable: true })
