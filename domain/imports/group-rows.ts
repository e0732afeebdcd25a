import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportMapping } from '#contract/imports/imports.ts'
import type { Database } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { type ImportedRow, listRowsAfter } from '#drizzle/queries/imports/import-rows.ts'
import type { ImportRow, WorkedImport } from '#drizzle/queries/imports/imports.ts'
import { readDay } from './file/cells.ts'
import { phoneKey } from './find-people.ts'
import { type Cells, cellsOf, guardianNameOf } from './row-cells.ts'

/** The most rows that are planned together: a transaction has to be short, and a row takes some milliseconds. */
const LARGEST_UNIT = 8

/** How many rows are read at once: recognizing their phone numbers takes most of the time. */
const ROWS_AT_ONCE = 50

/**
 * Assigns a unit, counted from 1, to each row. Rows of one household, of one doctor's day, or of
 * siblings who wait together are planned together, because they depend on each other.
 */
export async function groupRows(
  db: Database,
  { id, kind, mapping }: WorkedImport,
  country: string,
): Promise<{ units: number; rows: { number: number; unit: number }[] }> {
  const open = new Map<string, { unit: number; size: number }>()
  const rows: { number: number; unit: number }[] = []
  let units = 0
  const keysOf = (row: ImportedRow): string[] => {
    const cells = cellsOf(row, mapping)
    switch (kind) {
      case 'families':
        return householdKeysOf(cells, country)
      case 'waits':
        return cells('siblings') ? [cells('siblings')] : []
      default:
        return [dayOf(cells, mapping.dateOrder)]
    }
  }
  for (let after = 0; ; ) {
    const page = listRowsAfter(db, { id, after, limit: ROWS_AT_ONCE })
    for (const row of page) {
      const keys = keysOf(row)
      const known = keys
        .map((key) => open.get(key))
        .find((one) => one !== undefined && one.size < LARGEST_UNIT)
      const group = known ?? { unit: ++units, size: 0 }
      group.size += 1
      for (const key of keys) open.set(key, group)
      rows.push({ number: row.number, unit: group.unit })
    }
    const last = page.at(-1)
    if (!last) return { units, rows }
    after = last.number
    await nextTurn()
  }
}

/**
 * The number of the household, the phone and the email: rows that share one may be of the same family, which the
 * check finds out only within a unit.
 */
function householdKeysOf(cells: Cells, country: string): string[] {
  const [household, phone, email] = [cells('household'), cells('phone'), cells('email')]
  return [
    household && `household ${household}`,
    phone && `phone ${phoneKey(phone, country)}`,
    email && `email ${email.toLowerCase()}`,
  ].filter(Boolean)
}

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

const dayOf = (cells: Cells, order: ImportRow['mapping']['dateOrder']) =>
  `${readDay(cells('date'), order) ?? ''} ${cells('doctor')}`
