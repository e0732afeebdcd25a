import type SQLite from 'better-sqlite3'

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

/** A text without case and accents, for searching: 'Søren ÅBERG' and 'soren aberg' are the same. */
export function normalizeSearchText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(TO_PLAIN, (found) => PLAIN[found] ?? '')
}

/** Adds `normalize_search_text(…)` to the connection: SQLite on its own only knows the case of A to Z. */
export function addSearchFunction(sqlite: SQLite.Database): void {
  sqlite.function('normalize_search_text', { deterministic: true }, (text) =>
    typeof text === 'string' ? normalizeSearchText(text) : text,
  )
}
