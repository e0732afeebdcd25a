import type { StripeElementClasses, StripeElementStyle } from '@stripe/stripe-js'
import type { CardProblem } from './card-details.ts'
import type { CardInputs } from './card-inputs.ts'

const properties = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
] as const

/** Gives the inputs the style the page asked for, through the CSSOM as a strict CSP allows. */
export function applyStyle(
  view: CardInputs,
  style: StripeElementStyle | undefined,
  problems: CardProblem[],
): void {
  const wrong = new Set(problems.map(({ field }) => field))
  const placeholder = style?.base?.['::placeholder']?.color
  if (placeholder) view.root.style.setProperty('--stripe-sandbox-placeholder', placeholder)
  else view.root.style.removeProperty('--stripe-sandbox-placeholder')
  for (const name of ['number', 'expiry', 'cvc', 'postalCode'] as const) {
    const invalid = name !== 'postalCode' && wrong.has(name)
    for (const property of properties) {
      const value = (invalid && style?.invalid?.[property]) || style?.base?.[property]
      view.inputs[name].style[property] = value === undefined ? '' : String(value)
    }
  }
}

const names: Record<keyof Omit<StripeElementClasses, 'webkitAutofill'>, string> = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
}

export type LookState = { complete: boolean; empty: boolean; focused: boolean; invalid: boolean }

/** Keeps Stripe.js's classes on the container; without a state it takes them away. */
export function applyClasses(
  container: HTMLElement,
  classes: StripeElementClasses | undefined,
  state: LookState | undefined,
): void {
  const set = (name: keyof typeof names, on: boolean): void => {
    for (const token of (classes?.[name] ?? names[name]).split(' ').filter(Boolean)) {
      container.classList.toggle(token, on)
    }
  }
  set('base', state !== undefined)
  set('complete', state?.complete ?? false)
  set('empty', state?.empty ?? false)
  set('focus', state?.focused ?? false)
  set('invalid', state?.invalid ?? false)
}
