import type SQLite from 'better-sqlite3'
import { monthNamed } from '#contract/dates.ts'

/** Letters that Unicode does not decompose or that have two lower-case forms. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
}

const TO_PLAIN = new RegExp(`\\p{Mark}|[${Object.keys(PLAIN).join('')}]`, 'gu')

// The tables `search_people` and `search_payments` hold what these functions return: a change of
// one needs a migration that writes those tables again.

/** A text without case and accents, for searching: 'Søren ÅBERG' and 'soren aberg' are the same. */
export function normalizeSearchText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(TO_PLAIN, (found) => PLAIN[found] ?? '')
}

/** The separators of words, in a text and in what is typed: 'Garcia, Maria'. */
const BETWEEN_WORDS = /[\s,;\p{Cc}]+/u

/** The normalized words of a text. */
export function searchWords(text: string): string[] {
  return normalizeSearchText(text).split(BETWEEN_WORDS).filter(Boolean)
}

/** '2021-06-05', '6/5/2021', '6/5/21', 'Jun 5, 2021' */
const DATES = [
  { pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, order: [1, 2, 3] },
  { pattern: /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b/g, order: [3, 1, 2] },
  { pattern: /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})\b/gi, order: [3, 1, 2] },
] as const

/**
 * The dates in what is typed, as the index has them ('2021-06-05'), and the rest of it. Years of two
 * digits are those of children.
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

/** Before each word in the index, which knows three characters at a time: see `matchWord`. */
const WORD_START = '  '

/** Texts as the index holds them. */
function toSearchText(...texts: unknown[]): string {
  const words = texts.flatMap((text) => (typeof text === 'string' ? searchWords(text) : []))
  return words.map((word) => WORD_START + word).join('')
}

/** The digits of each phone number of a list with one on each line, each once. */
function toSearchDigits(...lists: unknown[]): string {
  const phones = lists.flatMap((list) => (typeof list === 'string' ? list.split('\n') : []))
  const digits = phones.map((phone) => phone.replace(/\D/g, ''))
  return [...new Set(digits.filter(Boolean))].join(' ')
}

/** The typed words, up to this many; further ones are ignored. */
const MOST_WORDS = 8

/**
 * The query of an FTS5 index of trigrams for rows with all of those words, in any order: three or more
 * characters anywhere, fewer at the beginning of a word (https://sqlite.org/fts5.html#the_trigram_tokenizer).
 * @param columns where to look; in all without it
 * @returns undefined without any word, which finds nothing
 */
export function matchWords(words: readonly string[], ...columns: string[]): string | undefined {
  if (words.length === 0) return undefined
  const all = words.slice(0, MOST_WORDS).map(matchWord).join(' AND ')
  return columns.length > 0 ? `{${columns.join(' ')}} : (${all})` : all
}

function matchWord(word: string): string {
  const missing = 3 - [...word].length
  const text = missing > 0 ? WORD_START.slice(-missing) + word : word
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * Adds the functions to the connection that the triggers of the search tables call. SQLite on its own
 * only knows the case of A to Z.
 */
export function addSearchFunctions(sqlite: SQLite.Database): void {
  sqlite.function('normalize_search_text', { deterministic: true }, (text) =>
    typeof text === 'string' ? normalizeSearchText(text) : text,
  )
  sqlite.function('search_text', { deterministic: true, varargs: true }, toSearchText)
  sqlite.function('search_digits', { deterministic: true, varargs: true }, toSearchDigits)
}
