import type { Database } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import type { FamilyRow } from '#drizzle/queries/front-desk/families.ts'
import { type ChildRow, findChild } from '#drizzle/queries/guardians/children.ts'
import { findRef } from '#drizzle/queries/imports/import-refs.ts'
import { readDay } from './file/cells.ts'
import { familyOfChild, isSamePhone, listWithChild } from './find-people.ts'
import { type Cells, childNameOf, guardianNameOf } from './row-cells.ts'
import { type ImportContext, leftOut, refused } from './row-result.ts'

export interface Patient {
  family: FamilyRow
  child: ChildRow
}

/**
 * The child of a row, by its number, otherwise by name, birth date and family.
 * @throws RowStopped
 */
export function findPatientOf(db: Database, cells: Cells, context: ImportContext): Patient {
  const byNumber = cells('childId') ? findRef(db, 'child', cells('childId')) : undefined
  const child = byNumber?.ourId ? findChild(db, byNumber.ourId) : undefined
  const family = child && familyOfChild(db, child)
  const found = child && family ? { child, family } : findByName(db, cells, context)
  if (found.child.archivedAt !== null) throw refused('The child is in the archive here.')
  return found
}

function findByName(db: Database, cells: Cells, { mapping, country }: ImportContext): Patient {
  const name = childNameOf(cells)
  const typed = cells('birthDate')
  const birthDate = readDay(typed, mapping.dateOrder)
  if (typed && !birthDate) throw refused(`“${typed}” is not a birth date.`)
  if (!name) throw refused('No child with this number is known. Import the families first.')
  const household = cells('household') ? findRef(db, 'family', cells('household')) : undefined
  const guardian = normalizeSearchText(guardianNameOf(cells))
  const phone = cells('phone')
  const isTheirs = ({ family }: Patient) =>
    (!household?.ourId ||
      family.id === household.ourId ||
      family.deskFamilyId === household.ourId) &&
    (!phone || family.phone === null || isSamePhone(family.phone, phone, country)) &&
    (!guardian || normalizeSearchText(family.name) === guardian)
  const all = listWithChild(db, { name, birthDate })
  const theirs = all.filter(isTheirs)
  const [found, another] = theirs.length > 0 ? theirs : birthDate ? all : []
  if (!found) throw refused('No such child is known. Import the families first.')
  if (another) throw refused('Several children have this name. Add the child’s number.')
  return found
}

/**
 * The id of the treatment that the mapping assigns to the row’s name.
 * @throws RowStopped
 */
export function treatmentOf(cells: Cells, { mapping }: ImportContext): string {
  const name = cells('treatment')
  const mapped = mapping.treatments.find((one) => one.name === name)
  if (!name) throw refused('The treatment is missing.')
  if (!mapped?.treatment) throw leftOut(`“${name}” is left out.`)
  return mapped.treatment
}
