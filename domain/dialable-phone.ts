import {
  type CountryCode,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { cleanPhone } from '#contract/phone.ts'

/** The E.164 number for a typed number: '+15035550142;ext=12'; null if it is not a number. */
export type Dial = (typed: string) => string | null

/** A number, and its extension. */
interface Found {
  number: PhoneNumber
  extension: string | undefined
}

/** As `phone` of the contract accepts them: digits with punctuation, and perhaps an extension. */
const PARTS =
  /^(?<digits>\(?\+?[\d\p{Zs}()./-]+?)(?:[,;]?\p{Zs}*[a-z#]+[.:]?\p{Zs}*(?<extension>\d+))?$/iu

// Cached: lists show the same families again and again.
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
 * The digits to search for a number in any of its usual forms: a form with a country code contains the first,
 * a national form contains one of them. Empty if the text is not a number.
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
    // Only numbers whose length and first digits are valid in their country.
    if (!number?.isPossible() || !number.isValid() || isLocal(reading, number)) continue
    return { number, extension }
  }
  return undefined
}

/** Shorter numbers without the national prefix lack their area code. */
const SHORTEST_WITHOUT_PREFIX = 9

function isLocal(reading: string, number: PhoneNumber): boolean {
  if (reading.startsWith('+') || number.nationalNumber.length >= SHORTEST_WITHOUT_PREFIX)
    return false
  return toDigits(number.formatNational()).length > reading.length
}

/** What the digits may mean, most likely first. */
function readingsOf(digits: string, country: CountryCode): string[] {
  if (digits.includes('+')) return withPlus(digits)
  const written = toDigits(digits)
  const [, prefix, rest = ''] = /^(00|011)(.*)$/.exec(written) ?? []
  if (prefix === undefined) return [written]
  // Both replace the plus everywhere, also in countries that dial another prefix.
  const abroad = withPlus(digits.replace(/^\D*(?:00|011)/, ''))
  const isAbroad =
    prefix === '00'
      ? /^\D*00\D/.test(digits) || !isDialedAbroad(written, country)
      : rest.length >= SHORTEST_AFTER_011
  return isAbroad ? [...abroad, written] : [written, ...abroad]
}

/** First with the zero in parentheses, which Italian numbers keep. */
function withPlus(digits: string): string[] {
  return [digits, digits.replace('(0)', '')].map((text) => `+${toDigits(text)}`)
}

/** Shorter numbers after 011 are more likely national ones, as in Buenos Aires and Johannesburg. */
const SHORTEST_AFTER_011 = 10

/** Whether that country dials these digits for international calls: 001 in Korea. */
function isDialedAbroad(digits: string, country: CountryCode): boolean {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const prefix = metadata.numberingPlan?.IDDPrefix()
  return prefix !== undefined && new RegExp(`^(?:${prefix})`).test(digits)
}

const toDigits = (text: string) => text.replace(/\D/g, '')
