import { saveFile } from '#web/lib/save-file.ts'

/** Cells that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** A table as CSV for spreadsheets, with CRLF and a byte order mark. */
function toCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** Has the browser save a table as `NAME.csv`. */
export function saveCsv(rows: readonly (readonly string[])[], name: string): void {
  saveFile(new Blob([toCsv(rows)], { type: 'text/csv' }), `${name}.csv`)
}
