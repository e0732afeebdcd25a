import { type IsoDate, monthNamed, parseWireDate } from '#contract/dates.ts'
import { DATE_ORDERS, type DateOrder } from '#contract/imports/imports.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { ENGLISH_NAMES, OWN_NAMES } from '#words/language-names.ts'
import { LANGUAGES, type Language } from '#words/languages.ts'

// Parses the texts of cells. Nothing is guessed: a date that can be read as two days needs the date
// order of the file.

/** The year, month and day of 3/4/2019 in each order. */
const PLACES: Record<DateOrder, readonly [year: number, month: number, day: number]> = {
  mdy: [2, 0, 1],
  dmy: [2, 1, 0],
  ymd: [0, 1, 2],
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const MONTH_FIRST =
  /^(?:[a-z]+,?\s+)?([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|\d{2})$/i
const DAY_FIRST =
  /^(?:[a-z]+,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/i
const NUMBERS = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/

/** Two-digit years are in this century, because the children were born in it. */
const CENTURY = 2_000

function toDay(year: string, month: number, day: string): IsoDate | undefined {
  const full = year.length === 2 ? CENTURY + Number(year) : Number(year)
  const parts = [String(full).padStart(4, '0'), twoDigits(month), twoDigits(Number(day))]
  return parseWireDate(parts.join('-'))
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The three numbers of 3/4/2019, whose order depends on the file; undefined for any other text. */
function numbersOf(text: string): [string, string, string] | undefined {
  const [, first = '', second = '', third = ''] = NUMBERS.exec(text) ?? []
  const isYear = (part: string) => part.length === 2 || part.length === 4
  // A text that begins with a four-digit year has only one reading.
  if (!first || first.length > 2 || !(isYear(third) || isYear(first))) return undefined
  return third.length === 3 ? undefined : [first, second, third]
}

function readIn(order: DateOrder, numbers: readonly string[]): IsoDate | undefined {
  const [year = '', month = '', day = ''] = PLACES[order].map((place) => numbers[place])
  if (year.length !== 2 && year.length !== 4) return undefined
  return month.length > 2 || day.length > 2 ? undefined : toDay(year, Number(month), day)
}

/** The day and the time of a cell that contains both: '3/4/2019 10:10 AM'. */
function splitDateTime(text: string): { day: string; time: string } {
  const [, day = text, time = ''] =
    /^(.*?\d)(?:T|,?\s+(?:at\s+)?)(\d{1,2}:\d{2}.*)$/i.exec(text.trim()) ?? []
  return { day: day.trim(), time: time.trim() }
}

/** The date orders in which a text is a valid day; undefined for a text that needs none. */
export function ordersOf(text: string): DateOrder[] | undefined {
  const numbers = numbersOf(splitDateTime(text).day)
  return numbers && DATE_ORDERS.filter((order) => readIn(order, numbers) !== undefined)
}

/**
 * The day in a cell.
 * @param order the file's date order
 * @returns undefined if it is no valid day in that order
 */
export function readDay(text: string, order: DateOrder | null): IsoDate | undefined {
  const { day: typed } = splitDateTime(text)
  const numbers = numbersOf(typed)
  if (numbers) return order === null ? undefined : readIn(order, numbers)
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(typed) ?? COMPACT.exec(typed) ?? []
  if (year) return toDay(year, Number(month), day)
  const [, name = '', named = '', ofYear = ''] = MONTH_FIRST.exec(typed) ?? []
  if (name) return toDay(ofYear, monthNamed(name), named)
  const [, dayNamed = '', monthName = '', inYear = ''] = DAY_FIRST.exec(typed) ?? []
  return dayNamed ? toDay(inYear, monthNamed(monthName), dayNamed) : undefined
}

const CLOCK = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i
const DIGITS = /^(\d{1,2})(\d{2})$/

/** Minutes after midnight of '10:10', '10:10 AM', '2:30p', '14.30' or '1010'; undefined for anything else. */
export function readTime(text: string): number | undefined {
  const typed = splitDateTime(text).time || text.trim()
  const [, hourText, minuteText = '0', half] = DIGITS.exec(typed) ?? CLOCK.exec(typed) ?? []
  // A number alone is not a time.
  if (hourText === undefined || (/^\d{1,2}$/.test(typed) && half === undefined)) return undefined
  const hour = Number(hourText)
  const minute = Number(minuteText)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const total = ofDay * 60 + minute
  return minute > 59 || total >= MINUTES_PER_DAY ? undefined : total
}

/** Minutes of '20', '20 min', '0:20' or '1 h'; undefined for anything else. */
export function readMinutes(text: string): number | undefined {
  const typed = text.trim().toLowerCase()
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(typed) ?? []
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes)
  const [, number, unit = 'm'] =
    /^(\d{1,3})(?:\.0+)?\s*(m|min|mins|minute|minutes|h|hr|hour|hours)?\.?$/.exec(typed) ?? []
  if (number === undefined) return undefined
  return unit.startsWith('h') ? Number(number) * 60 : Number(number)
}

/** Cents of '$1,250.00' or '80'; undefined for anything else. */
export function readCents(text: string): number | undefined {
  const typed = text.trim().replace(/^(?:US)?\$\s*|\s*(?:USD)?$/gi, '')
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.\d{1,2})?$/.test(typed)) return undefined
  return Math.round(Number(typed.replaceAll(',', '')) * 100)
}

/** 'Mia Parker', from 'Parker, Mia' or from a first and a last name. */
export function readName({ name, first, last }: Record<'name' | 'first' | 'last', string>): string {
  if (first || last) return `${first} ${last}`.trim()
  const [, surname = '', given = ''] = /^([^,]+),([^,]+)$/.exec(name) ?? []
  // Not 'Parker, Jr.'
  return given && !/^\s*(?:jr|sr|i{1,3}|iv|md|dds)\.?\s*$/i.test(given)
    ? `${given.trim()} ${surname.trim()}`
    : name.trim()
}

/** What each language is called, in normalized form: in itself and in every language of the site. */
const LANGUAGE_NAMES = new Map(
  LANGUAGES.flatMap((language) =>
    [
      OWN_NAMES[language],
      ENGLISH_NAMES[language],
      ...LANGUAGES.map((other) => new Intl.DisplayNames(other, { type: 'language' }).of(language)),
    ].map((name) => [normalizeSearchText(name ?? language), language] as const),
  ),
)

/** The language of 'Spanish', 'español', 'es', 'es-MX' or 'spa'; undefined if the site does not have it. */
export function readLanguage(text: string): Language | undefined {
  const name = LANGUAGE_NAMES.get(normalizeSearchText(text.trim()))
  return name ?? LANGUAGES.find((language) => language === codeOf(text.trim()))
}

/** The shortest code of a language tag; undefined for any other text. */
function codeOf(text: string): string | undefined {
  try {
    return new Intl.Locale(text.replaceAll('_', '-')).language
  } catch {
    return undefined
  }
}

/** States of appointments that did not or will not take place. */
const NOT_TAKING_PLACE = /cancel|no[\s-]?show|missed|resched|deleted|void|broken|left without/i

export const isCanceled = (status: string) => NOT_TAKING_PLACE.test(status)

/** A text that a spreadsheet must not run as a formula, as exports guard it with an apostrophe. */
const GUARDED = /^'(?=[=+\-@\t\r＝＋－＠])/

/** The cell without byte order marks and without that apostrophe. */
export const cleanCell = (text: string) => text.replaceAll('\uFEFF', '').trim().replace(GUARDED, '')
