import { toIsoDate } from '#contract/dates.ts'
import { type Correction, SITE_UPDATE } from '#contract/front-desk/corrections.ts'
import type { Person } from '#drizzle/queries/audit/audit-people.ts'
import type { ListedChange } from '#drizzle/queries/identity-changes.ts'
import { toChildPatient } from './appointments.ts'
import { toKnownPerson } from './audit.ts'

/**
 * A correction with present names, for staff.
 * @param people the authors, by id
 */
export function toCorrection(
  { change, name, family, birthDate, familyName }: ListedChange,
  people: ReadonlyMap<string, Person>,
): Correction {
  const { id, childId, field, oldValue, newValue, corrected, kept, changedAt, changedBy } = change
  const patient =
    childId === null || birthDate === null
      ? { patientName: name ?? '' }
      : toChildPatient(
          { id: childId, name: name ?? '', birthDate },
          { family: familyName ?? '', date: toIsoDate(changedAt) },
        )
  return {
    _id: id,
    at: changedAt.toISOString(),
    by: changedBy === SITE_UPDATE ? 'An update of the site' : toKnownPerson(people, changedBy).name,
    subject: { type: childId === null ? 'family' : 'child', family, ...patient },
    field,
    from: oldValue,
    to: newValue,
    corrected,
    kept,
  }
}
