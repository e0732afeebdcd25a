import { setImmediate as nextTurn } from 'node:timers/promises'
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
  const keyOf = (row: ImportedRow) => {
    const cells = cellsOf(row, mapping)
    switch (kind) {
      case 'families':
        return householdOf(cells, country)
      case 'waits':
        return cells('siblings')
      default:
        return dayOf(cells, mapping.dateOrder)
    }
  }
  for (let after = 0; ; ) {
    const page = listRowsAfter(db, { id, after, limit: ROWS_AT_ONCE })
    for (const row of page) {
      const key = keyOf(row) || `row ${row.number}`
      const known = open.get(key)
      const group = known && known.size < LARGEST_UNIT ? known : { unit: ++units, size: 0 }
      group.size += 1
      open.set(key, group)
      rows.push({ number: row.number, unit: group.unit })
    }
    const last = page.at(-1)
    if (!last) return { units, rows }
    after = last.number
    await nextTurn()
  }
}

/** The number of the household, otherwise phone and guardian, otherwise the email. */
function householdOf(cells: Cells, country: string): string {
  if (cells('household')) return `household ${cells('household')}`
  const [phone, name] = [cells('phone'), guardianNameOf(cells)]
  if (phone && name) return `phone ${phoneKey(phone, country)} ${normalizeSearchText(name)}`
  return cells('email') && `email ${cells('email').toLowerCase()}`
}

const dayOf = (cells: Cells, order: ImportRow['mapping']['dateOrder']) =>
  `${readDay(cells('date'), order) ?? ''} ${cells('doctor')}`
