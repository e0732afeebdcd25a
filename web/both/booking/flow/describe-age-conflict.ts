import type { IsoDate } from '#contract/dates.ts'
import {
  type AgeLimits,
  describeAgeOn,
  describeAges,
  fitsAge,
  isAdultOn,
} from '#contract/guardians/ages.ts'
import type { Child } from '#contract/guardians/children.ts'
import { isolate } from '#contract/names.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'

/** Why the child cannot have the treatment on the day, if its age is the reason. */
export function describeAgeConflict(
  { name, birthDate }: Child,
  date: IsoDate,
  treatment: Treatment,
): string | undefined {
  const { minAgeMonths = null, maxAgeMonths = null } = treatment
  const limits: AgeLimits = { minAgeMonths, maxAgeMonths }
  const age = `${isolate(name)} is ${describeAgeOn(birthDate, date)} old that day.`
  if (isAdultOn(birthDate, date)) return `${age} Adults book with an account of their own.`
  if (fitsAge(birthDate, date, limits)) return undefined
  return `${treatment.name} is for ages ${describeAges(limits)}. ${age}`
}
