import examples from 'libphonenumber-js/examples.mobile.json'
import {
  type CountryCode,
  getCountries,
  getExampleNumber,
  type PhoneNumber,
} from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '#contract/clinic/countries.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { phone } from '#contract/phone.ts'
import { dialablePhone, phoneDigits } from './dialable-phone.ts'

/** A number of each country. */
const NUMBERS = getCountries().map((country) => {
  const number = getExampleNumber(country, examples)
  if (!number) throw new Error(`There is no example number of ${country}`)
  return { country, number }
})

/** Numbers that would reach another subscriber, or none, when written in these formats. */
function wrongOnes(
  form: (example: { country: CountryCode; number: PhoneNumber }) => [typed: string, at: string],
) {
  return NUMBERS.flatMap((example) => {
    const [typed, at] = form(example)
    const dialed = dialablePhone(typed, at)
    return dialed === example.number.number ? [] : [{ typed, at, dialed }]
  })
}

const spaced = (number: PhoneNumber, prefix: string) =>
  number.formatInternational().replace('+', prefix)

/**
 * Countries with different international prefixes: the United States, Europe, and others with 0011, 010 or
 * 00.
 */
const CLINICS = ['US', 'DE', 'GB', 'AU', 'JP', 'KR', 'BR', 'SG']

describe('the numbers of all countries', () => {
  it('are dialed as written in their own country', () => {
    expect(wrongOnes(({ number, country }) => [number.formatNational(), country])).toEqual([])
  })

  it('are dialed at home when written with their country code', () => {
    expect(wrongOnes(({ number, country }) => [number.number, country])).toEqual([])
  })

  it.each(CLINICS)('are dialed in %s with a plus and with 00', (clinic) => {
    for (const prefix of ['+', '00 ']) {
      expect(wrongOnes(({ number }) => [spaced(number, prefix), clinic])).toEqual([])
    }
  })

  it.each(CLINICS)('are dialed in %s with 011 unless they could be domestic numbers', (clinic) => {
    const wrong = wrongOnes(({ number }) => [spaced(number, '011 '), clinic])
    expect(wrong.filter(({ typed }) => typed.replace(/\D/g, '').length >= 13)).toEqual([])
    if (clinic === 'US') expect(wrong).toEqual([])
  })

  it('are dialed without the zero in parentheses, which is only dialed at home', () => {
    const wrong = wrongOnes(({ number }) => {
      const code = `+${number.countryCallingCode} `
      const rest = number.formatInternational().slice(code.length)
      return [number.formatNational().startsWith('0') ? `${code}(0)${rest}` : number.number, 'US']
    })
    expect(wrong).toEqual([])
  })

  it('can be chosen as the clinic’s country', () => {
    expect(COUNTRIES.toSorted()).toEqual(getCountries().toSorted())
  })
})

describe('a number', () => {
  it.each([
    ['(503) 555-0142', '+15035550142'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['011 44 (0)20 7946 0958', '+442079460958'],
    ['00 49 30 123456', '+4930123456'],
    ['004930123456', '+4930123456'],
    ['00 49 (0)30 123456', '+4930123456'],
    ['(+44) 20 7946 0958', '+442079460958'],
    ['(00 44) 20 7946 0958', '+442079460958'],
    ['+39 06 698 12345', '+390669812345'],
    ['+39 (0)6 698 12345', '+390669812345'],
    ['1-503-555-0142', '+15035550142'],
    ['503.555.0142', '+15035550142'],
    ['503/555/0142', '+15035550142'],
    // Direction marks, a zero-width space, dashes of other keyboards, and full-width digits.
    ['\u202A+1\u00A0503\u2013555\u20110142\u202C', '+15035550142'],
    ['5035\u200B550142', '+15035550142'],
    ['\uFF0B\uFF11 \uFF15\uFF10\uFF13 555\u22120142', '+15035550142'],
    ['503 555 0142 ext. 12', '+15035550142;ext=12'],
    ['503 555 0142, Extension: 12', '+15035550142;ext=12'],
    ['503 555 0142;x12', '+15035550142;ext=12'],
    ['503 555 0142 #12', '+15035550142;ext=12'],
    ['00 49 30 123456 ext 7', '+4930123456;ext=7'],
  ])('%j is dialed from an American clinic as %s', (typed, dialed) => {
    expect(dialablePhone(phone.parse(typed), 'US')).toBe(dialed)
    // As older versions stored it.
    expect(dialablePhone(typed, 'US')).toBe(dialed)
  })

  it.each([
    ['020 7946 0958', 'GB', '+442079460958'],
    ['20 7946 0958', 'GB', '+442079460958'],
    ['44 20 7946 0958', 'GB', '+442079460958'],
    ['98765 43210', 'IN', '+919876543210'],
    ['0113 496 0123', 'GB', '+441134960123'],
    ['00 1 503 555 0142', 'GB', '+15035550142'],
    ['011 44 20 7946 0958', 'DE', '+442079460958'],
    ['011 2345-6789', 'AR', '+541123456789'],
    ['011 978 5313', 'ZA', '+27119785313'],
    ['011-1234 5678', 'MY', '+601112345678'],
    ['001 1 503 555 0142', 'KR', '+15035550142'],
    ['0011 44 20 7946 0958', 'AU', '+442079460958'],
  ])('%s is dialed from %s as %s', (typed, country, dialed) => {
    expect(dialablePhone(typed, country)).toBe(dialed)
  })

  it.each([
    '555-0142',
    '355-0142',
    '44 20 7946 0958',
    '+1 503 555 014',
    '+999 123 456 789',
    '503-555-0142/503-555-0143',
    '00000',
    '12345',
    '1',
    '',
    'call us',
  ])('%j has no link', (typed) => {
    expect(dialablePhone(typed, 'US')).toBeNull()
  })

  it.each([
    ['555-0142', 'DE'],
    ['30 123456', 'DE'],
    ['7946 0958', 'GB'],
  ])('%s has no link in %s, as it lacks the area code', (typed, country) => {
    expect(dialablePhone(typed, country)).toBeNull()
  })

  it('has no link if the clinic’s country is unknown', () => {
    expect(dialablePhone('503 555 0142', 'ZZ')).toBeNull()
  })

  it('is dialed for the country of each question', () => {
    expect([dialablePhone('020 7946 0958', 'GB'), dialablePhone('020 7946 0958', 'US')]).toEqual([
      '+442079460958',
      null,
    ])
  })
})

it('dials the default number of the clinic', () => {
  const { dialablePhone: dialed, country, phone: typed } = DEFAULT_CLINIC
  expect(dialablePhone(typed, country)).toBe(dialed)
})

it('finds a number in all formats by its digits', () => {
  expect(phoneDigits('+54 9 11 2345-6789', 'US')).toEqual(['91123456789', '0111523456789'])
  expect(phoneDigits('555-0142', 'US')).toEqual([])
})
