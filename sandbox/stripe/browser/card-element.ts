import type {
  StripeCardElementChangeEvent,
  StripeCardElementOptions,
  StripeCardElementUpdateOptions,
} from '@stripe/stripe-js'
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
import { IntegrationError } from './dom.ts'

type Handler = (event: unknown) => void

/** The event side of an Element: `on`, `once`, `off`, as Stripe.js has them. */
type Events = {
  on(type: string, handler: Handler): void
  once(type: string, handler: Handler): void
  /** Without a handler it removes all of the type. Harmless when there is nothing to remove. */
  off(type: string, handler?: Handler): void
  emit(type: string, event: object): void
  clear(): void
}

function createEvents(): Events {
  const handlers = new Map<string, Map<Handler, Handler>>()
  const of = (type: string): Map<Handler, Handler> => {
    const known = handlers.get(type) ?? new Map<Handler, Handler>()
    handlers.set(type, known)
    return known
  }
  return {
    on: (type, handler) => {
      of(type).set(handler, handler)
    },
    once: (type, handler) => {
      of(type).set(handler, (event) => {
        of(type).delete(handler)
        handler(event)
      })
    },
    off: (type, handler) => {
      if (handler) of(type).delete(handler)
      else handlers.delete(type)
    },
    emit: (type, event) => {
      for (const handler of [...of(type).values()]) handler(event)
    },
    clear: () => {
      handlers.clear()
    },
  }
}

/** The stand-in's card Element, with the methods of Stripe.js. */
export type CardElement = {
  mount(target: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: StripeCardElementUpdateOptions): void
  focus(): void
  blur(): void
  clear(): void
  on(type: string, handler: Handler): CardElement
  once(type: string, handler: Handler): CardElement
  off(type: string, handler?: Handler): CardElement
}

/** What the instance may read from an Element, but the page may not. */
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
  destroyed: () => void,
): { element: CardElement; reader: CardReader } {
  const events = createEvents()
  const view = createCardInputs()
  const { inputs } = view
  const details: CardDetails = { number: '', expiry: '', cvc: '', postalCode: '' }
  const left = new Set<CardField>()
  let options: StripeCardElementOptions = {}
  let container: HTMLElement | undefined
  let ready = false
  let dead = false
  let last = ''

  const today = (): Date => new Date()

  /** Invalid fields, and incomplete ones after they lost the focus. */
  const shownProblems = (): CardProblem[] =>
    problemsOf(details, today()).filter(({ field, incomplete }) => !incomplete || left.has(field))

  const state = (): StripeCardElementChangeEvent => {
    const [problem] = shownProblems()
    return {
      elementType: 'card',
      empty: typed.every((name) => details[name] === ''),
      complete: problemsOf(details, today()).length === 0,
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
    view.showBrand(now.brand)
    applyStyle(view, options.style, shownProblems())
    const text = JSON.stringify(now)
    if (text !== last && last !== '') events.emit('change', now)
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
  view.root.addEventListener('focusin', (event) => {
    if (event.relatedTarget instanceof Node && view.root.contains(event.relatedTarget)) return
    show()
    events.emit('focus', { elementType: 'card' })
  })
  view.root.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && view.root.contains(event.relatedTarget)) return
    show()
    events.emit('blur', { elementType: 'card' })
  })
  view.root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') events.emit('escape', { elementType: 'card' })
  })
  apply(initial)

  const alive = (): void => {
    if (dead) throw new IntegrationError('This Element has already been destroyed.')
  }
  const unmount = (): void => {
    view.root.remove()
    container = undefined
    ready = false
  }
  const emitReady = (): void => {
    queueMicrotask(() => {
      if (ready) events.emit('ready', { elementType: 'card' })
    })
  }

  const element: CardElement = {
    mount: (target) => {
      alive()
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!(found instanceof HTMLElement)) {
        throw new IntegrationError(
          'Invalid DOM element. Please make sure the element is in the page before mounting.',
        )
      }
      unmount()
      container = found
      found.replaceChildren(view.root)
      ready = true
      show()
      emitReady()
    },
    unmount,
    destroy: () => {
      if (dead) return
      dead = true
      unmount()
      events.clear()
      destroyed()
    },
    update: (change) => {
      alive()
      apply(change)
    },
    focus: () => inputs.number.focus(),
    blur: () => {
      for (const name of typed) inputs[name].blur()
    },
    clear: () => {
      left.clear()
      for (const name of typed) {
        details[name] = ''
        write(name)
      }
      show()
    },
    on: (type, handler) => {
      events.on(type, handler)
      // React adds its listeners after mounting, so late listeners get the `ready` event as well.
      if (type === 'ready' && ready) emitReady()
      return element
    },
    once: (type, handler) => {
      events.once(type, handler)
      if (type === 'ready' && ready) emitReady()
      return element
    },
    off: (type, handler) => {
      events.off(type, handler)
      return element
    },
  }
  const reader: CardReader = {
    mounted: () => container !== undefined,
    details: () => ({ ...details }),
    check: () => {
      for (const { field } of problemsOf(details, today())) left.add(field)
      show()
      return shownProblems()[0]
    },
  }
  return { element, reader }
}
