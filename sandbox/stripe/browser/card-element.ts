import type {
  StripeCardElementChangeEvent,
  StripeCardElementOptions,
  StripeCardElementUpdateOptions,
} from '@stripe/stripe-js'
import type { SandboxCard } from '#words/sandbox-cards.ts'
import {
  brandOf,
  type CardDetails,
  type CardField,
  type CardProblem,
  problemsOf,
  readCvc,
  readExpiry,
  readNumber,
  showExpiry,
  showNumber,
} from './card-details.ts'
import { applyStyle, createCardInputs, type InputName } from './card-inputs.ts'

type ChangeListener = (event: StripeCardElementChangeEvent) => void

/** The stand-in's card Element, with the methods of Stripe.js that react-stripe-js and the clinic call. */
export type CardElement = {
  mount(target: HTMLElement): void
  destroy(): void
  update(options: StripeCardElementUpdateOptions): void
  on(type: 'change', listener: ChangeListener): void
  off(type: 'change', listener: ChangeListener): void
}

/** The part of an Element that the instance may read, but the page may not. */
export type CardReader = {
  mounted(): boolean
  details(): CardDetails
  /** Shows everything that is missing or invalid, and returns the first problem. */
  check(): CardProblem | undefined
}

const typed: InputName[] = ['number', 'expiry', 'cvc', 'postalCode']

/** Creates a card Element. `destroyed` is called once, when it will never be used again. */
export function createCardElement(
  initial: StripeCardElementOptions,
  words: SandboxCard,
  destroyed: () => void,
): { element: CardElement; reader: CardReader } {
  const listeners = new Set<ChangeListener>()
  const view = createCardInputs(words)
  const { inputs } = view
  const details: CardDetails = { number: '', expiry: '', cvc: '', postalCode: '' }
  const left = new Set<CardField>()
  let options: StripeCardElementOptions = {}
  let last = ''

  const today = (): Date => new Date()

  /** Invalid fields, and incomplete ones after they lost the focus. */
  const shownProblems = (): CardProblem[] =>
    problemsOf(details, today(), words).filter(
      ({ field, incomplete }) => !incomplete || left.has(field),
    )

  const state = (): StripeCardElementChangeEvent => {
    const [problem] = shownProblems()
    return {
      elementType: 'card',
      empty: typed.every((name) => details[name] === ''),
      complete: problemsOf(details, today(), words).length === 0,
      error: problem && {
        type: 'validation_error',
        code: problem.code,
        message: problem.message,
      },
      value: { postalCode: details.postalCode },
      brand: brandOf(details.number),
    }
  }

  function show(): void {
    const now = state()
    view.showProblems(shownProblems())
    view.showBrand(brandOf(details.number))
    applyStyle(view, options.style, shownProblems())
    const text = JSON.stringify(now)
    if (text !== last && last !== '') for (const listener of listeners) listener(now)
    last = text
  }

  function read(name: InputName): void {
    const input = inputs[name]
    const atEnd = input.selectionStart === input.value.length
    if (name === 'number') details.number = readNumber(input.value)
    if (name === 'expiry') details.expiry = readExpiry(input.value)
    if (name === 'cvc') details.cvc = readCvc(input.value, details.number)
    if (name === 'postalCode') details.postalCode = input.value.trim()
    else left.delete(name)
    // Digits are regrouped only at the end, so that the caret does not jump.
    if (atEnd) write(name)
    show()
  }

  function write(name: InputName): void {
    const texts = {
      ...details,
      number: showNumber(details.number),
      expiry: showExpiry(details.expiry),
    }
    if (inputs[name].value !== texts[name]) inputs[name].value = texts[name]
  }

  function leave(name: InputName): void {
    write(name)
    if (name !== 'postalCode' && details[name] !== '') left.add(name)
    show()
  }

  function apply(change: StripeCardElementUpdateOptions): void {
    options = { ...options, ...change }
    view.root.disabled = options.disabled ?? false
    show()
  }

  for (const name of typed) {
    inputs[name].addEventListener('input', () => read(name))
    inputs[name].addEventListener('blur', () => leave(name))
  }
  apply(initial)

  const element: CardElement = {
    mount: (target) => {
      target.replaceChildren(view.root)
      show()
    },
    destroy: () => {
      view.root.remove()
      destroyed()
    },
    update: apply,
    on: (_type, listener) => void listeners.add(listener),
    off: (_type, listener) => void listeners.delete(listener),
  }
  const reader: CardReader = {
    mounted: () => view.root.isConnected,
    details: () => ({ ...details }),
    check: () => {
      for (const { field } of problemsOf(details, today(), words)) left.add(field)
      show()
      return shownProblems()[0]
    },
  }
  return { element, reader }
}
