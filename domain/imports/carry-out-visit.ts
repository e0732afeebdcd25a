import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '#drizzle/client.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import { insertPastVisit } from '#drizzle/queries/imports/known-people.ts'
import { isCanceled, readDay } from './file/cells.ts'
import { findPatientOf, treatmentOf } from './find-patient.ts'
import { cellsOf } from './row-cells.ts'
import { type ImportContext, leftOut, type RowResult, refused, resultOf } from './row-result.ts'

/**
 * Imports a row of a file of past visits: when a child was here, and for which treatment.
 * @throws RowStopped
 */
export function carryOutVisit(
  db: Transaction,
  row: ImportedRow,
  context: ImportContext,
): RowResult {
  const cells = cellsOf(row, context.mapping)
  if (isCanceled(cells('status'))) throw leftOut(`The status is “${cells('status')}”.`)
  const treatmentId = treatmentOf(cells, context)
  const date = readDay(cells('date'), context.mapping.dateOrder)
  if (!date) throw refused(`“${cells('date')}” is not a day.`)
  if (date > context.moment.today)
    throw refused('It is in the future. Import it as an appointment.')
  const { child, family } = findPatientOf(db, cells, context)
  if (date < child.birthDate) throw refused('It is before the child was born.')
  const { now: createdAt, importId } = context
  const visit = { id: uuidv7(), childId: child.id, date, treatmentId, importId, createdAt }
  if (!insertPastVisit(db, visit)) return { outcome: 'same', family: family.id }
  return { ...resultOf([{ made: 'visit', id: visit.id }], []), family: family.id }
}
