import * as units from '#words/en/units.ts'
import type { Words } from '#words/every-language.ts'
import { dayOf, daysBetween, type IsoDate, monthOf, yearOf } from '../dates.ts'

/** Age limits in months; null for none. */
export interface AgeLimits {
  minAgeMonths: number | null
  /** The first age that is too old. */
  maxAgeMonths: number | null
}

/** From this age on, patients book for themselves and guardians cannot. */
export const ADULT_YEARS = 18

/**
 * Completed months of life on a day; negative before the birth. A child born on Jan 31 is one month old on
 * Mar 1; a child born on Feb 29 has its birthday on Mar 1 in other years.
 */
export function ageInMonths(birthDate: IsoDate, on: IsoDate): number {
  const months = (yearOf(on) - yearOf(birthDate)) * 12 + monthOf(on) - monthOf(birthDate)
  return dayOf(on) < dayOf(birthDate) ? months - 1 : months
}

/**
 * The latest birth date with that many completed months on a day: `ageInMonths(birthDate, on) >= months`
 * where `birthDate <= lastBirthDate(on, months)`. May be a date that the calendar does not have.
 */
export function lastBirthDate(on: IsoDate, months: number): IsoDate {
  const total = yearOf(on) * 12 + monthOf(on) - 1 - months
  const year = String(Math.floor(total / 12)).padStart(4, '0')
  return `${year}-${String((total % 12) + 1).padStart(2, '0')}-${on.slice(8, 10)}`
}

/** Whether a person with that birth date is an adult on that day. */
export function isAdultOn(birthDate: IsoDate, on: IsoDate): boolean {
  return ageInMonths(birthDate, on) >= ADULT_YEARS * 12
}

/** Whether a child's age is within the limits on a day; false before the birth. */
export function fitsAge(birthDate: IsoDate, on: IsoDate, limits: AgeLimits): boolean {
  return isWithinAgeLimits(ageInMonths(birthDate, on), limits)
}

/** Whether an age in months is within the limits. */
export function isWithinAgeLimits(
  months: number,
  { minAgeMonths, maxAgeMonths }: AgeLimits,
): boolean {
  return months >= (minAgeMonths ?? 0) && months < (maxAgeMonths ?? Number.POSITIVE_INFINITY)
}

/** The age on a day in words: '3 weeks', '7 months', '4 years'. */
export function describeAgeOn(
  birthDate: IsoDate,
  on: IsoDate,
  own: Pick<Words, 'units'> = { units },
): string {
  const months = ageInMonths(birthDate, on)
  if (months >= 24) return own.units.years(Math.floor(months / 12))
  if (months >= 2) return own.units.months(months)
  return own.units.weeks(Math.max(0, Math.floor(daysBetween(birthDate, on) / 7)))
}
