import { createInstance, type SandboxStripe } from './instance.ts'

// The classic script that stands in for https://js.stripe.com: it leaves `window.Stripe`, which the
// real loader of @stripe/stripe-js then finds and uses.

const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) {
  throw new Error('The Stripe sandbox must be loaded by a classic script element with a src.')
}
const base = new URL('.', script.src)

function Stripe(publishableKey: string): SandboxStripe {
  return createInstance(base, publishableKey)
}
// The release of Stripe.js that @stripe/stripe-js asks for.
Stripe.version = 'endive'

Object.defineProperty(window, 'Stripe', { value: Stripe, configurable: true, writable: true })
