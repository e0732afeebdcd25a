import type SQLite from 'better-sqlite3'

const ACCENTS = /\p{Mark}/gu

/** A text without case and accents, for searching: 'José ÅBERG' and 'jose aberg' are the same. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase()
}

/** Lets the connection's queries say `fold(…)`: SQLite by itself knows the case of A to Z only. */
export function addFold(sqlite: SQLite.Database): void {
  sqlite.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : text,
  )
}
