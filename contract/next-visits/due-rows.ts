import { dayAfter, type IsoDate } from '../dates.ts'
import { dayOfAge } from './day-of-age.ts'

/**
 * A row of the check-up plan. Its window is in days from the day on which the child reaches the
 * age.
 */
export interface PlanRow {
  id: string
  ageMonths: number
  fromDays: number
  toDays: number
  treatmentId: string
}

/** A visit that took place or is booked. Canceled appointments and no-shows do not count. */
export interface KnownVisit {
  id: string
  date: IsoDate
  treatmentId: string
}

/** A row's days for one child, both included. */
export interface RowWindow {
  /** The day on which the child reaches the row's age. */
  around: IsoDate
  from: IsoDate
  to: IsoDate
}

/**
 * done: a visit counts for it. Otherwise coming before its days, due during them, and over after
 * them.
 */
export interface DueRow extends RowWindow {
  row: PlanRow
  state: 'done' | 'due' | 'coming' | 'over'
  /** `done`: the first visit that counts, which may be booked for later. */
  visit: KnownVisit | null
}

/** The days of a row for a child. */
export function windowOf(
  { ageMonths, fromDays, toDays }: Pick<PlanRow, 'ageMonths' | 'fromDays' | 'toDays'>,
  birthDate: IsoDate,
): RowWindow {
  const around = dayOfAge(birthDate, ageMonths)
  return { around, from: dayAfter(around, fromDays), to: dayAfter(around, toDays) }
}

/**
 * By start. The order is the same for every child, because the windows of a plan do not overlap.
 */
const inOrderOfAge = (one: PlanRow, other: PlanRow) =>
  one.ageMonths - other.ageMonths || one.fromDays - other.fromDays

/**
 * Which visits of the check-up plan a child has had, and which are due. A visit counts if its
 * treatment is one of the plan's: for the last row whose days have begun by then. A row takes its
 * first such visit, or the visit that staff have counted for it, even one of another treatment.
 * @param child `counted`: ids of the visits that staff have counted, by row
 */
export function dueRows(
  child: { birthDate: IsoDate; counted?: ReadonlyMap<string, string> },
  plan: readonly PlanRow[],
  visits: readonly KnownVisit[],
  today: IsoDate,
): DueRow[] {
  const rows = [...plan].sort(inOrderOfAge).map((row) => ({
    row,
    ...windowOf(row, child.birthDate),
  }))
  const treatments = new Set(plan.map(({ treatmentId }) => treatmentId))
  const byDate = [...visits].sort((one, other) => (one.date < other.date ? -1 : 1))
  const checkUps = byDate.filter(({ treatmentId }) => treatments.has(treatmentId))
  return rows.map(({ row, around, from, to }, index) => {
    const next = rows[index + 1]?.from
    const named = byDate.find(({ id }) => id === child.counted?.get(row.id))
    const own = checkUps.find(({ date }) => from <= date && (next === undefined || date < next))
    const visit = named ?? own ?? null
    const open = today < from ? 'coming' : today <= to ? 'due' : 'over'
    return { row, around, from, to, state: visit ? 'done' : open, visit }
  })
}
