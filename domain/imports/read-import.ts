import type { DateOrder } from '#contract/imports/imports.ts'
import { AT_WORK, MOST_LISTED } from '#contract/imports/imports.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'
import { type FamilyRow, readFamilies } from '#drizzle/queries/front-desk/families.ts'
import {
  countUndone,
  type ImportedRow,
  listRows,
  listRowsAfter,
} from '#drizzle/queries/imports/import-rows.ts'
import type { ImportRow } from '#drizzle/queries/imports/imports.ts'
import { undoUntil } from './imports.ts'
import { missingOf, namesIn, needsOrder, provenOrder } from './mapping.ts'
import { cellsOf, childNameOf, guardianNameOf, householdOf } from './row-cells.ts'

/** How many example rows an admin sees. */
const EXAMPLES = 3

interface NamedRow {
  row: ImportedRow
  /** The child or guardian, as in the file. */
  name: string
}

interface FoundName {
  name: string
  rows: number
}

/** An import with everything that its page shows. */
export interface KnownImport {
  row: ImportRow
  examples: string[][]
  provenOrder: DateOrder | null
  needsOrder: boolean
  treatments: FoundName[]
  doctors: FoundName[]
  missing: string[]
  refused: NamedRow[]
  differing: NamedRow[]
  duplicates: (NamedRow & { family: FamilyRow | undefined })[]
  undone: { deleted: number; kept: number; rows: NamedRow[] } | null
  undoUntil: Date | null
}

export function readImport(db: Database, row: ImportRow): KnownImport {
  const { id, mapping } = row
  // While a job works on it, an open page asks often.
  const isReported = row.counts !== null && !AT_WORK.some((state) => state === row.state)
  const toNamed = (one: ImportedRow): NamedRow => {
    const cells = cellsOf(one, mapping)
    return { row: one, name: childNameOf(cells) || guardianNameOf(cells) }
  }
  const list = (which: Parameters<typeof listRows>[2]) =>
    isReported ? listRows(db, id, which, { limit: MOST_LISTED }).map(toNamed) : []
  // Those without a decision first: the list may be too short for all.
  const named = [...list('duplicates'), ...list('decided')].slice(0, MOST_LISTED)
  // A decision is about all rows of a household: the first one stands for them.
  const { country } = readSettings(db)
  const byHousehold = Map.groupBy(named, ({ row: one }) => householdOf(one, mapping, country))
  const asked = [...byHousehold.values()].flatMap(([first]) => (first ? [first] : []))
  const families = readFamilies(
    db,
    asked.flatMap(({ row: { duplicateOf } }) => duplicateOf ?? []),
  )
  return {
    row,
    examples: listRowsAfter(db, { id, after: 0, limit: EXAMPLES }).map(({ raw }) => raw ?? []),
    provenOrder: provenOrder(row, mapping),
    needsOrder: needsOrder(row, mapping),
    treatments: namesIn(row, mapping, 'treatment') ?? [],
    doctors: namesIn(row, mapping, 'doctor') ?? [],
    missing: row.facts === null ? [] : missingOf(row, mapping),
    refused: list('refused'),
    differing: list('differing'),
    duplicates: asked.map((one) => ({ ...one, family: families.get(one.row.duplicateOf ?? '') })),
    undone: row.undoneAt && { ...countUndone(db, id), rows: list('kept') },
    undoUntil: undoUntil(db, row),
  }
}
