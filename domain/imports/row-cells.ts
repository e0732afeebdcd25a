import type { ImportField } from '#contract/imports/import-fields.ts'
import { type ImportMapping, LONGEST_CELL } from '#contract/imports/imports.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import { readName } from './file/cells.ts'
import { phoneKey } from './find-people.ts'

/** The cell of a field; empty if the file does not have the field. */
export type Cells = (field: ImportField) => string

/** What exports write into required columns without a value. */
const PLACEHOLDER = /^(?:n\/?a|none|null|nil|unknown|declined|no e-?mail|-+|\.+|x+)$/i

/** A row's cells by field, according to the mapping. */
export function cellsOf({ raw }: Pick<ImportedRow, 'raw'>, { columns }: ImportMapping): Cells {
  return (field) => {
    const column = columns[field]
    const text = column === undefined ? '' : (raw?.[column] ?? '').trim()
    return PLACEHOLDER.test(text) ? '' : text
  }
}

export const childNameOf = (cells: Cells): string =>
  readName({ name: cells('childName'), first: cells('childFirst'), last: cells('childLast') })

export const guardianNameOf = (cells: Cells): string =>
  readName({
    name: cells('guardianName'),
    first: cells('guardianFirst'),
    last: cells('guardianLast'),
  })

export const secondNameOf = (cells: Cells): string =>
  readName({ name: cells('secondName'), first: cells('secondFirst'), last: cells('secondLast') })

/**
 * What the rows of one household have in common: its number, otherwise phone and guardian, otherwise the email. An
 * admin decides about all of them at once.
 */
export function householdOf(row: ImportedRow, mapping: ImportMapping, country: string): string {
  const cells = cellsOf(row, mapping)
  if (cells('household')) return `household ${cells('household')}`
  const [phone, name] = [cells('phone'), guardianNameOf(cells)]
  if (phone && name) return `phone ${phoneKey(phone, country)} ${normalizeSearchText(name)}`
  return cells('email') ? `email ${cells('email').toLowerCase()}` : `row ${row.number}`
}

/** Why a row cannot be read; undefined if it can. */
export function damageOf(
  { raw }: Pick<ImportedRow, 'raw'>,
  headers: readonly string[],
): string | undefined {
  const cells = raw ?? []
  if (cells.length > headers.length && cells.slice(headers.length).some(Boolean)) {
    return 'This row has more cells than there are headers.'
  }
  if (cells.some((cell) => cell.length > LONGEST_CELL)) {
    return `A cell of this row has more than ${LONGEST_CELL.toLocaleString('en-US')} characters.`
  }
  return undefined
}
