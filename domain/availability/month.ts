import { dayAfter, daysBetween, type IsoDate } from '#contract/dates.ts'
import { openTimes } from '#contract/schedule/free-times.ts'
import type { Span } from '#contract/schedule/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import { agendaFrameOf, type Frame } from './agenda-frame.ts'

/** A day of a month with its appointments and capacity. */
interface MonthDay {
  date: IsoDate
  /**
   * Of all doctors who give a treatment, or of the clinic if there are none; without closures and absences.
   */
  openMinutes: number
  /** Why the clinic is closed, all day or part of it. */
  closures: string[]
}

/** The days from one to another, both included. */
export function monthDaysOf(db: Database, first: IsoDate, last: IsoDate): MonthDay[] {
  const frame = agendaFrameOf(db, first, daysBetween(first, dayAfter(last)))
  const atWork = new Set(
    frame.doctors.filter(({ treatments }) => treatments.length > 0).map(({ id }) => id),
  )
  return frame.days.map((day) => ({
    date: day.date,
    openMinutes: openMinutesOn(day, atWork),
    closures: day.closures.map(({ reason }) => reason),
  }))
}

function openMinutesOn(day: Frame['days'][number], atWork: ReadonlySet<string>): number {
  const { hours, closures } = day
  const minutesOf = (own: Span[], blocked: Span[]) =>
    openTimes({ hours: own, blocked }).reduce((sum, { from, to }) => sum + to - from, 0)
  if (atWork.size === 0) return minutesOf(hours, closures)
  return day.doctors
    .filter(({ id }) => atWork.has(id))
    .reduce((sum, doctor) => sum + minutesOf(doctor.hours, [...closures, ...doctor.absences]), 0)
}
