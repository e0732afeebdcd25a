import type { SandboxCard } from '#words/sandbox-cards.ts'
import { hasValidCheckDigit, type TestCard } from '../payments/cards.ts'

/** The values of the card's inputs: digits only, except for the postal code. */
export type CardDetails = { number: string; expiry: string; cvc: string; postalCode: string }

export type CardField = 'number' | 'expiry' | 'cvc'

/** The error of a field, in Stripe.js's words. `incomplete` until enough has been typed. */
export type CardProblem = { field: CardField; code: string; message: string; incomplete: boolean }

/** Of the test cards. */
export type CardBrand = TestCard['brand'] | 'unknown'

const brands: [CardBrand, RegExp][] = [
  ['visa', /^4/],
  ['amex', /^3[47]/],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
]

/** The card network that the first digits belong to. */
export function brandOf(number: string): CardBrand {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown'
}

const numberLength = (number: string): number => (brandOf(number) === 'amex' ? 15 : 16)
const cvcLength = (number: string): number => (brandOf(number) === 'amex' ? 4 : 3)

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** The digits of a typed card number, cut to the network's length. */
export function readNumber(text: string): string {
  const digits = digitsOf(text)
  return digits.slice(0, numberLength(digits))
}

/** The digits `MMYY` of a typed date; `1/30` and `12/2030` are understood too. */
export function readExpiry(text: string): string {
  const [, month = '', year = ''] = /^\s*(\d)\s*\/\s*(\d*)/.exec(text) ?? []
  const digits = month ? `0${month}${year}` : digitsOf(text)
  const padded = /^([2-9]|1[3-9])/.test(digits) ? `0${digits}` : digits
  return padded.length > 4 ? `${padded.slice(0, 2)}${padded.slice(-2)}` : padded
}

/** The digits of a typed security code. */
export function readCvc(text: string, number: string): string {
  return digitsOf(text).slice(0, cvcLength(number))
}

/** A card number in the groups printed on the card. */
export function showNumber(number: string): string {
  const groups =
    brandOf(number) === 'amex'
      ? /^(\d{1,4})(\d{1,6})?(\d+)?$/
      : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d+)?$/
  const [, ...parts] = groups.exec(number) ?? []
  return parts.filter(Boolean).join(' ')
}

/** A date as `MM / YY`. */
export function showExpiry(expiry: string): string {
  return expiry.length > 2 ? `${expiry.slice(0, 2)} / ${expiry.slice(2)}` : expiry
}

type Problem = Omit<CardProblem, 'field'>
const incomplete = (code: string, message: string): Problem => ({ code, message, incomplete: true })
const invalid = (code: string, message: string): Problem => ({ code, message, incomplete: false })

function numberProblem(number: string, words: SandboxCard): Problem | undefined {
  if (number.length < numberLength(number)) {
    return incomplete('incomplete_number', words.numberIncomplete)
  }
  if (hasValidCheckDigit(number)) return undefined
  return invalid('invalid_number', words.numberInvalid)
}

function expiryProblem(expiry: string, today: Date, words: SandboxCard): Problem | undefined {
  const month = Number(expiry.slice(0, 2))
  if (expiry.length >= 2 && (month < 1 || month > 12)) {
    return invalid('invalid_expiry_month', words.monthInvalid)
  }
  if (expiry.length < 4) {
    return incomplete('incomplete_expiry', words.expirationIncomplete)
  }
  const years = 2000 + Number(expiry.slice(2)) - today.getFullYear()
  if (years < 0) {
    return invalid('invalid_expiry_year_past', words.yearInPast)
  }
  if (years === 0 && month < today.getMonth() + 1) {
    return invalid('invalid_expiry_month_past', words.dateInPast)
  }
  if (years > 50) {
    return invalid('invalid_expiry_year', words.yearInvalid)
  }
  return undefined
}

function cvcProblem(cvc: string, number: string, words: SandboxCard): Problem | undefined {
  if (cvc.length >= cvcLength(number)) return undefined
  return incomplete('incomplete_cvc', words.cvcIncomplete)
}

/** Everything that is wrong or still missing, in the order of the fields. `today` in local time. */
export function problemsOf(details: CardDetails, today: Date, words: SandboxCard): CardProblem[] {
  const found = {
    number: numberProblem(details.number, words),
    expiry: expiryProblem(details.expiry, today, words),
    cvc: cvcProblem(details.cvc, details.number, words),
  }
  return (['number', 'expiry', 'cvc'] as const).flatMap((field) => {
    const problem = found[field]
    return problem ? [{ field, ...problem }] : []
  })
}
