import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { act } from '@testing-library/react'
import type { CardAdapter } from '../card-adapter.ts'

type Listener = (event: unknown) => void

/** The parts of Stripe.js that its React components use: a card field that tests type into. */
export function createFakeStripe() {
  let listeners = new Map<string, Listener>()
  const mounted = { node: null as HTMLElement | null, options: {} as { disabled?: boolean } }
  let field: HTMLInputElement | undefined
  const element = {
    mount(node: HTMLElement) {
      mounted.node = node
      field ??= document.createElement('input')
      field.setAttribute('aria-label', 'Card number')
      field.disabled = mounted.options.disabled === true
      node.replaceChildren(field)
    },
    destroy() {
      mounted.node?.replaceChildren()
      mounted.node = null
    },
    on(event: string, listener: Listener) {
      listeners.set(event, listener)
      return element
    },
    off(event: string) {
      listeners.delete(event)
      return element
    },
    update(options: { disabled?: boolean }) {
      mounted.options = { ...mounted.options, ...options }
      if (field) field.disabled = mounted.options.disabled === true
    },
  }
  const elements = {
    create(_type: string, options: { disabled?: boolean }) {
      listeners = new Map()
      mounted.options = options
      return element
    },
    getElement: () => (mounted.node ? element : null),
    update: () => undefined,
  }
  const notAsked = () => Promise.reject(new Error('No test has said what the provider answers'))
  const stripe = {
    elements: () => elements,
    createToken: notAsked,
    createPaymentMethod: notAsked,
    confirmCardPayment: notAsked,
    handleNextAction: notAsked,
  }
  return {
    // The rest of Stripe.js is not used here.
    stripe: stripe as unknown as Stripe,
    element: element as unknown as StripeCardElement,
    /** Whether the card field is on the screen. */
    isShown: () => mounted.node !== null,
    /** The cardholder has typed. */
    change(event: Partial<StripeCardElementChangeEvent>) {
      const change = listeners.get('change')
      if (!change || mounted.options.disabled) throw new Error('No card field takes typing')
      return act(async () => change({ elementType: 'card', complete: false, ...event }))
    },
  }
}

export type FakeStripe = ReturnType<typeof createFakeStripe>

/** A card provider whose script is there, for tests that answer the machine's calls themselves. */
export function adapterOf(stripe: Stripe): CardAdapter {
  const notAsked = () => Promise.reject(new Error('The machine answers this itself'))
  return {
    stripe,
    element: null,
    load: () => Promise.resolve(),
    createPaymentMethod: notAsked,
    confirm: notAsked,
    authenticate: notAsked,
  }
}
