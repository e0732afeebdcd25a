import {
  type CountryCode,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { cleanPhone } from '#contract/phone.ts'

/** What a phone dials for a typed number: '+15035550142;ext=12'; null where no number results. */
export type Dial = (typed: string) => string | null

/** A number, its extension apart. */
interface Found {
  number: PhoneNumber
  extension: string | undefined
}

/** As `phone` of the contract takes them: digits with punctuation, and perhaps an extension. */
const PARTS =
  /^(?<digits>\(?\+?[\d\p{Zs}()./-]+?)(?:[,;]?\p{Zs}*[a-z#]+[.:]?\p{Zs}*(?<extension>\d+))?$/iu

// Lists show the same families again and again.
const MOST_KEPT = 10_000
const kept = new Map<string, string | null>()

/**
 * The number in E.164, with its extension as in RFC 3966.
 * @param country ISO 3166 code: numbers without a country code are numbers of this country
 */
export function dialablePhone(typed: string, country: string): string | null {
  const key = `${country} ${typed}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const { number, extension } = readNumber(typed, country) ?? {}
  const extended = extension === undefined ? '' : `;ext=${extension}`
  const dialed = number ? `${number.number}${extended}` : null
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, dialed)
  return dialed
}

/**
 * The digits that a number has in each of its usual forms: those with a country code contain the first
 * one, numbers of its own country one of them. None where the text is no number.
 */
export function phoneDigits(typed: string, country: string): string[] {
  const { number } = readNumber(typed, country) ?? {}
  if (!number) return []
  return [...new Set([number.nationalNumber, toDigits(number.formatNational())])]
}

function readNumber(typed: string, country: string): Found | undefined {
  if (!isSupportedCountry(country)) return undefined
  const { digits = '', extension } = PARTS.exec(cleanPhone(typed))?.groups ?? {}
  for (const reading of readingsOf(digits, country)) {
    const number = parsePhoneNumberFromString(reading, { defaultCountry: country, extract: false })
    // Only numbers of a length and with a beginning that their country has.
    if (!number?.isPossible() || !number.isValid() || isLocal(reading, number)) continue
    return { number, extension }
  }
  return undefined
}

/** Shorter ones without the prefix of national calls lack their area code. */
const SHORTEST_WITHOUT_PREFIX = 9

function isLocal(reading: string, number: PhoneNumber): boolean {
  if (reading.startsWith('+') || number.nationalNumber.length >= SHORTEST_WITHOUT_PREFIX)
    return false
  return toDigits(number.formatNational()).length > reading.length
}

/** What the digits may mean, the likeliest first. */
function readingsOf(digits: string, country: CountryCode): string[] {
  if (digits.includes('+')) return withPlus(digits)
  const written = toDigits(digits)
  const [, prefix, rest = ''] = /^(00|011)(.*)$/.exec(written) ?? []
  if (prefix === undefined) return [written]
  // Both stand for the plus everywhere, not only in the countries where they are dialed for it.
  const abroad = withPlus(digits.replace(/^\D*(?:00|011)/, ''))
  const isAbroad =
    prefix === '00'
      ? /^\D*00\D/.test(digits) || !isDialedAbroad(written, country)
      : rest.length >= SHORTEST_AFTER_011
  return isAbroad ? [...abroad, written] : [written, ...abroad]
}

/** With the zero in parentheses first: Italian numbers keep it. */
function withPlus(digits: string): string[] {
  return [digits, digits.replace('(0)', '')].map((text) => `+${toDigits(text)}`)
}

/** Shorter numbers after 011 are rather national ones, as in Buenos Aires and Johannesburg. */
const SHORTEST_AFTER_011 = 10

/** Whether international calls begin so in that country: with 001 in Korea. */
function isDialedAbroad(digits: string, country: CountryCode): boolean {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const prefix = metadata.numberingPlan?.IDDPrefix()
  return prefix !== undefined && new RegExp(`^(?:${prefix})`).test(digits)
}

const toDigits = (text: string) => text.replace(/\D/g, '')
