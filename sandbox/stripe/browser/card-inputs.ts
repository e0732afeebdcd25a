import type { StripeElementStyle } from '@stripe/stripe-js'
import type { SandboxCard } from '#words/sandbox-cards.ts'
import type { CardBrand, CardField, CardProblem } from './card-details.ts'
import { adoptStyles, make } from './dom.ts'

export type InputName = CardField | 'postalCode'

/** The form fields of a card. */
type CardInputs = {
  root: HTMLFieldSetElement
  inputs: Record<InputName, HTMLInputElement>
  /** Marks the invalid fields and describes each by its message. */
  showProblems(problems: CardProblem[]): void
  showBrand(brand: CardBrand): void
}

const brandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  unknown: '',
}

type Texts = Record<InputName, { label: string; placeholder: string; numeric: boolean }>

const textsIn = (words: SandboxCard): Texts => ({
  number: { label: words.cardNumber, placeholder: '1234 1234 1234 1234', numeric: true },
  expiry: { label: words.expirationDate, placeholder: words.monthAndYear, numeric: true },
  cvc: { label: words.cvc, placeholder: words.cvc, numeric: true },
  postalCode: { label: words.zip, placeholder: '12345', numeric: false },
})

let count = 0

/**
 * Creates the labeled inputs with a note about the sandbox. They have no names, so that no form sends
 * them, and no autofill, so that no browser fills in a real card.
 */
export function createCardInputs(words: SandboxCard): CardInputs {
  const texts = textsIn(words)
  adoptStyles()
  count += 1
  const id = `stripe-sandbox-card-${count}`
  const noteId = `${id}-note`
  const brand = make('span', { class: 'stripe-sandbox-brand', 'aria-hidden': 'true' })

  const field = (name: InputName) => {
    const { label, placeholder, numeric } = texts[name]
    const input = make('input', {
      id: `${id}-${name}`,
      type: 'text',
      inputmode: numeric ? 'numeric' : 'text',
      autocomplete: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      placeholder,
      'aria-invalid': 'false',
    })
    const reason = make('span', { id: `${id}-${name}-reason`, class: 'stripe-sandbox-hidden' })
    const box = make('div', { class: 'stripe-sandbox-box' }, input)
    if (name === 'number') {
      box.append(brand)
      input.setAttribute('aria-describedby', noteId)
    }
    const block = make('div', {}, make('label', { for: input.id }, label), box, reason)
    if (name === 'number') block.className = 'stripe-sandbox-wide'
    return { input, reason, block }
  }
  const fields = {
    number: field('number'),
    expiry: field('expiry'),
    cvc: field('cvc'),
    postalCode: field('postalCode'),
  }
  const root = make(
    'fieldset',
    { class: 'stripe-sandbox', lang: words.language, dir: words.direction },
    make('legend', { class: 'stripe-sandbox-hidden' }, words.cardDetails),
    make(
      'p',
      { id: noteId, class: 'stripe-sandbox-note stripe-sandbox-wide' },
      ...words.testCardHint<Node | string>(
        make('span', { class: 'stripe-sandbox-whole' }, '4242 4242 4242 4242'),
      ),
    ),
    ...Object.values(fields).map(({ block }) => block),
  )

  return {
    root,
    inputs: {
      number: fields.number.input,
      expiry: fields.expiry.input,
      cvc: fields.cvc.input,
      postalCode: fields.postalCode.input,
    },
    showProblems: (problems) => {
      for (const name of ['number', 'expiry', 'cvc'] as const) {
        const { input, reason } = fields[name]
        const problem = problems.find((one) => one.field === name)
        reason.textContent = problem?.message ?? ''
        input.setAttribute('aria-invalid', String(problem !== undefined))
        const described = [name === 'number' && noteId, problem && reason.id].filter(Boolean)
        if (described.length > 0) input.setAttribute('aria-describedby', described.join(' '))
        else input.removeAttribute('aria-describedby')
      }
    },
    showBrand: (name) => {
      brand.textContent = brandNames[name]
    },
  }
}

/** Those that the card page sets. */
const properties = ['color', 'fontFamily', 'fontSize'] as const

/** Applies the page's styles to the inputs, through the CSSOM because of the content security policy. */
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
