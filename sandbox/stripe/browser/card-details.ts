import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { hasValidCheckDigit } from '../payments/cards.ts'

/** The values of the card's inputs: digits only, except for the postal code. */
export type CardDetails = { number: string; expiry: string; cvc: string; postalCode: string }

export type CardField = 'number' | 'expiry' | 'cvc'

/** What is wrong with a field, in Stripe.js's words. `incomplete` until enough has been typed. */
export type CardProblem = { field: CardField; code: string; message: string; incomplete: boolean }

export type CardBrand = StripeCardElementChangeEvent['brand']

const brands: [CardBrand, RegExp][] = [
  ['visa', /^4/],
  ['amex', /^3[47]/],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['unionpay', /^62/],
]

/** The card network that the first digits belong to. */
export function brandOf(number: string): CardBrand {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown'
}

const numberLengths: Partial<Record<CardBrand, number>> = { amex: 15, diners: 14 }

const numberLength = (number: string): number => numberLengths[brandOf(number)] ?? 16
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

function numberProblem(number: string): Omit<CardProblem, 'field'> | undefined {
  if (number.length < numberLength(number)) {
    return {
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
      incomplete: true,
    }
  }
  if (hasValidCheckDigit(number)) return undefined
  return { code: 'invalid_number', message: 'Your card number is invalid.', incomplete: false }
}

function expiryProblem(expiry: string, today: Date): Omit<CardProblem, 'field'> | undefined {
  const month = Number(expiry.slice(0, 2))
  if (expiry.length >= 2 && (month < 1 || month > 12)) {
    return {
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      incomplete: false,
    }
  }
  if (expiry.length < 4) {
    return {
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
      incomplete: true,
    }
  }
  const years = 2000 + Number(expiry.slice(2)) - today.getFullYear()
  if (years < 0) {
    return {
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
      incomplete: false,
    }
  }
  if (years === 0 && month < today.getMonth() + 1) {
    return {
      code: 'invalid_expiry_month_past',
      message: "Your card's expiration date is in the past.",
      incomplete: false,
    }
  }
  if (years > 50) {
    return {
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      incomplete: false,
    }
  }
  return undefined
}

function cvcProblem(cvc: string, number: string): Omit<CardProblem, 'field'> | undefined {
  if (cvc.length >= cvcLength(number)) return undefined
  return {
    code: 'incomplete_cvc',
    message: "Your card's security code is incomplete.",
    incomplete: true,
  }
}

/** Everything that is wrong or still missing, in the order of the fields. `today` in local time. */
export function problemsOf(details: CardDetails, today: Date): CardProblem[] {
  const found = {
    number: numberProblem(details.number),
    expiry: expiryProblem(details.expiry, today),
    cvc: cvcProblem(details.cvc, details.number),
  }
  return (['number', 'expiry', 'cvc'] as const).flatMap((field) => {
    const problem = found[field]
    return problem ? [{ field, ...problem }] : []
  })
}
