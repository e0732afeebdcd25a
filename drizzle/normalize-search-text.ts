import anyAscii from 'any-ascii'
import type SQLite from 'better-sqlite3'
import { monthNamed } from '#contract/dates.ts'
import { toEmailAddress } from '#contract/identity/email-address.ts'
import { cleanName } from '#contract/names/clean-name.ts'

/** Apostrophes of phones, keyboards and word processors: O'Hara, O’Hara, O´Hara, Oʻahu. */
const APOSTROPHES = /['’‘‛`´′＇\u02B9-\u02BF\u02C8\u05F3\uA78C]/gu

/** Not the dashes of dates. */
const DASHES = /(?<!\d)[\p{Pd}\u2212]|[\p{Pd}\u2212](?!\d)/gu

/**
 * Accents and vowel points, except the vowel signs of Indian scripts and Japanese, which distinguish names.
 */
const ACCENTS =
  /(?![\u3099\u309A])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu

/** Letters that Unicode does not decompose: ß, ø, ł, ı, þ. */
const LATIN = /(?!\p{ASCII})\p{Script=Latin}/gu

// The tables `search_people` and `search_payments` store the results of these functions. If one changes, a
// migration must write those tables again.

/**
 * The normal form of a text, for searching and for comparing names: without case, accents, apostrophes and
 * invisible characters, with one space for spaces and dashes. 'Søren ÅBERG' equals 'soren aberg', and
 * 'Mary-Jo O’Hara' equals 'mary jo o'hara'.
 */
export function normalizeSearchText(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(LATIN, (letter) => anyAscii(letter).toLowerCase())
    .replaceAll('ς', 'σ')
    .replace(DASHES, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** The separators of words, in stored and typed text: 'Garcia, Maria'. */
const BETWEEN_WORDS = /[\s,;\p{Cc}]+/u

/** The normalized words of a text; an email becomes its stored form. */
export function searchWords(text: string): string[] {
  const words = text.split(BETWEEN_WORDS).map((word) => toEmailAddress(word) ?? word)
  return normalizeSearchText(words.join(' ')).split(BETWEEN_WORDS).filter(Boolean)
}

/** A word in ASCII letters: 'yuliya' for 'юлия'. */
function toAsciiWords(word: string): string[] {
  if (/^\p{ASCII}*$/u.test(word)) return []
  const ascii = anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return ascii ? [ascii] : []
}

/** '2021-06-05', '6/5/2021', '6/5/21', 'Jun 5, 2021' */
const DATES = [
  { pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, order: [1, 2, 3] },
  { pattern: /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b/g, order: [3, 1, 2] },
  { pattern: /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})\b/gi, order: [3, 1, 2] },
] as const

/**
 * Splits a typed text into dates, in the form of the index ('2021-06-05'), and the rest. Two-digit years
 * lie in the lives of children.
 */
export function splitDates(text: string): { dates: string[]; rest: string } {
  const dates: string[] = []
  let rest = text
  for (const { pattern, order } of DATES) {
    rest = rest.replace(pattern, (...found: string[]) => {
      const [year = '', month = '', day = ''] = order.map((place) => found[place] ?? '')
      const number = monthNamed(month) || Number(month)
      if (!(number >= 1 && number <= 12)) return found[0] ?? ''
      dates.push(`${year.padStart(4, '20')}-${pad(number)}-${pad(Number(day))}`)
      return ' '
    })
  }
  return { dates, rest }
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

/** Precedes each word in the index, which matches three characters at a time: see `matchWord`. */
const WORD_START = '  '

/** Texts as the index stores them. */
function toSearchText(...texts: unknown[]): string {
  const words = texts.flatMap((text) => (typeof text === 'string' ? searchWords(text) : []))
  return [...words, ...words.flatMap(toAsciiWords)].map((word) => WORD_START + word).join('')
}

/** The digits of each phone number in lists with one number per line, each once. */
function toSearchDigits(...lists: unknown[]): string {
  const phones = lists.flatMap((list) => (typeof list === 'string' ? list.split('\n') : []))
  const digits = phones.map((phone) => phone.replace(/\D/g, ''))
  return [...new Set(digits.filter(Boolean))].join(' ')
}

/** Further typed words are ignored. */
const MOST_WORDS = 8

/**
 * The query of an FTS5 trigram index for rows that contain all of these words, in any order: words of three
 * or more characters anywhere, shorter ones at the beginning of a word
 * (https://sqlite.org/fts5.html#the_trigram_tokenizer).
 * @param columns the columns to search; all when absent
 * @returns undefined without any word, which finds nothing
 */
export function matchWords(words: readonly string[], ...columns: string[]): string | undefined {
  if (words.length === 0) return undefined
  const all = words.slice(0, MOST_WORDS).map(matchWord).join(' AND ')
  return columns.length > 0 ? `{${columns.join(' ')}} : (${all})` : all
}

/** The query for rows that contain one of these texts of three or more characters, anywhere in a column. */
export function matchAny(texts: readonly string[], column: string): string | undefined {
  const wanted = new Set(texts.filter((text) => text.length >= 3))
  if (wanted.size === 0) return undefined
  return `${column} : (${[...wanted].map(matchWord).join(' OR ')})`
}

function matchWord(word: string): string {
  const missing = 3 - [...word].length
  const text = missing > 0 ? WORD_START.slice(-missing) + word : word
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * Adds the functions that the search tables' triggers and a migration call to a connection. SQLite itself
 * only knows the case of A to Z.
 */
export function addSearchFunctions(sqlite: SQLite.Database): void {
  sqlite.function('normalize_search_text', { deterministic: true }, (text) =>
    typeof text === 'string' ? normalizeSearchText(text) : text,
  )
  sqlite.function('clean_name', { deterministic: true }, (text) =>
    typeof text === 'string' ? cleanName(text) : text,
  )
  sqlite.function('search_text', { deterministic: true, varargs: true }, toSearchText)
  sqlite.function('search_digits', { deterministic: true, varargs: true }, toSearchDigits)
}
