import { SqliteError } from 'better-sqlite3'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import { carryOutAppointment } from './carry-out-appointment.ts'
import { carryOutFamily } from './carry-out-family.ts'
import { carryOutVisit } from './carry-out-visit.ts'
import { carryOutWait } from './carry-out-wait.ts'
import { damageOf } from './row-cells.ts'
import { type ImportContext, type RowResult, RowStopped, refused } from './row-result.ts'

interface Unit {
  kind: ImportKind
  headers: readonly string[]
  rows: readonly ImportedRow[]
}

/**
 * Imports the rows of a unit, each in a savepoint: what a refused row has written is rolled back.
 */
export function carryOut(db: Transaction, unit: Unit, context: ImportContext): RowResult[] {
  return unit.rows.map((row) => {
    try {
      return db.$client.transaction(() => carryOutRow(db, row, unit, context))()
    } catch (error) {
      if (error instanceof RowStopped) return error.result
      // A rule that only the database checks.
      if (error instanceof SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) {
        return refused('It conflicts with existing data.').result
      }
      throw error
    }
  })
}

const DRY_RUN_ENDS = new Error('A dry run ends.')

/** The same as a dry run: everything is rolled back. */
export function tryOut(db: Transaction, unit: Unit, context: ImportContext): RowResult[] {
  let results: RowResult[] = []
  try {
    db.$client.transaction(() => {
      results = carryOut(db, unit, context)
      throw DRY_RUN_ENDS
    })()
  } catch (error) {
    if (error !== DRY_RUN_ENDS) throw error
  }
  // The created records were rolled back.
  return results.map(({ made: _, ...result }) => result)
}

function carryOutRow(
  db: Transaction,
  row: ImportedRow,
  { kind, headers, rows }: Unit,
  context: ImportContext,
): RowResult {
  const damage = damageOf(row, headers)
  if (damage) throw refused(damage)
  switch (kind) {
    case 'families':
      return carryOutFamily(db, row, rows, context)
    case 'appointments':
      return carryOutAppointment(db, row, context)
    case 'visits':
      return carryOutVisit(db, row, context)
    case 'waits':
      return carryOutWait(db, row, rows, context)
  }
}
