import type { Correction } from '#contract/front-desk/corrections.ts'
import type { Database } from '#drizzle/client.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild, listGuardians } from '#drizzle/queries/guardians/children.ts'
import type { IdentityChangeRow } from '#drizzle/queries/identity-changes.ts'
import { describePerson } from './audit.ts'

/** A correction with the current names, as staff see it. */
export function toCorrection(db: Database, row: IdentityChangeRow): Correction {
  const { id, field, oldValue, newValue, corrected, kept, changedAt, changedBy } = row
  return {
    _id: id,
    at: changedAt.toISOString(),
    by: describePerson(db, changedBy).name,
    subject: subjectOf(db, row),
    field,
    from: oldValue,
    to: newValue,
    corrected,
    kept,
  }
}

function subjectOf(
  db: Database,
  { childId, deskFamilyId }: IdentityChangeRow,
): Correction['subject'] {
  if (childId !== null) {
    const [guardian] = listGuardians(db, childId)
    const child = findChild(db, childId)
    const family = guardian?.uid ?? child?.deskFamilyId ?? null
    return { type: 'child', name: child?.name ?? '', family }
  }
  const family = findFamily(db, deskFamilyId ?? '')
  return { type: 'family', name: family?.name ?? '', family: family?.id ?? null }
}
