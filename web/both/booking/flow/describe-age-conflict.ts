import type { IsoDate } from '#contract/dates.ts'
import { type AgeLimits, describeAgeOn, fitsAge, isAdultOn } from '#contract/guardians/ages.ts'
import type { Child } from '#contract/guardians/children.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { isolate } from '#contract/names.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import * as words from '#words/en/booking/patient.ts'

/**
 * Why the child cannot have the treatment on the day, if its age is the reason.
 * @param own translates what the clinic wrote
 */
export function describeAgeConflict(
  { name, birthDate }: Child,
  date: IsoDate,
  treatment: Treatment,
  own: (text: string) => string,
): string | undefined {
  const { minAgeMonths = null, maxAgeMonths = null } = treatment
  const limits: AgeLimits = { minAgeMonths, maxAgeMonths }
  const who = isolate(name)
  const age = describeAgeOn(birthDate, date)
  if (isAdultOn(birthDate, date)) return words.isAdult(who, age)
  if (fitsAge(birthDate, date, limits)) return undefined
  return words.isOfOtherAge(who, age, own(treatment.name), describeAges(limits) ?? '')
}
