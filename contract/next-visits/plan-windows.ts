import { dayAfter, daysBetween, type IsoDate } from '../dates.ts'
import { ADULT_YEARS } from '../guardians/ages.ts'
import { dayOfAge } from './day-of-age.ts'
import type { PlanRow } from './due-rows.ts'

type Window = Pick<PlanRow, 'ageMonths' | 'fromDays' | 'toDays'>

const window = (ageMonths: number, fromDays: number, toDays: number): Window => ({
  ageMonths,
  fromDays,
  toDays,
})

const years = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => (from + index) * 12)

/** The windows that a new plan starts with. Ages only. */
export const OFFERED_ROWS: readonly Window[] = [
  window(0, 3, 7),
  window(0, 8, 45),
  ...[2, 4, 6].map((months) => window(months, -7, 30)),
  window(9, -14, 45),
  ...[12, 15, 18].map((months) => window(months, -14, 60)),
  ...[24, 30].map((months) => window(months, -30, 90)),
  ...years(3, 6).map((months) => window(months, -30, 180)),
  ...years(7, 17).map((months) => window(months, -30, 300)),
]

/**
 * Every birth date of a year that begins after the last leap day before 2100, which is no leap
 * year: the longest time without a leap day.
 */
const BIRTHS: readonly IsoDate[] = Array.from({ length: 365 }, (_, index) =>
  dayAfter('2096-03-01', index),
)

/** The fewest days between two ages of a child. */
function fewestDaysBetween(months: number, laterMonths: number): number {
  return Math.min(
    ...BIRTHS.map((birth) => daysBetween(dayOfAge(birth, months), dayOfAge(birth, laterMonths))),
  )
}

/**
 * Why a plan’s windows are refused, with the index of the row; undefined if they are valid.
 * reversed: a window ends before it begins; early: it begins before the birth; late: it ends on the
 * 18th birthday or later, for some children; overlap: it overlaps the window before it, for some
 * children.
 */
export function findPlanProblem(
  rows: readonly Window[],
): { problem: 'reversed' | 'early' | 'late' | 'overlap'; index: number } | undefined {
  const ordered = rows
    .map((row, index) => ({ ...row, index }))
    .sort((one, other) => one.ageMonths - other.ageMonths || one.fromDays - other.fromDays)
  for (const [place, { ageMonths, fromDays, toDays, index }] of ordered.entries()) {
    if (toDays < fromDays) return { problem: 'reversed', index }
    if (-fromDays > fewestDaysBetween(0, ageMonths)) return { problem: 'early', index }
    if (toDays >= fewestDaysBetween(ageMonths, ADULT_YEARS * 12)) return { problem: 'late', index }
    const before = ordered[place - 1]
    if (!before) continue
    const gap = fewestDaysBetween(before.ageMonths, ageMonths) + fromDays - before.toDays
    if (gap <= 0) return { problem: 'overlap', index }
  }
  return undefined
}
