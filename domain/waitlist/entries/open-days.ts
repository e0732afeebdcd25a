import { dayAfter, type IsoDate, laterOf, weekdayOf } from '#contract/dates.ts'
import { isInPart } from '#contract/waitlist/waitlist.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { ANY_DAY, type Clock } from '../offers/find-fit.ts'

/** How many days are looked at. */
const MOST_DAYS = 2 * 366

/** What decides on which days a family's wish can be met. */
export type WantedDays = Pick<
  EntryRow,
  'treatmentId' | 'doctorId' | 'fromDate' | 'toDate' | 'weekdays' | 'part'
>

/**
 * Finds the first day from which on a family's wish can be met: the clinic gives the treatment then, by that
 * doctor and in that part of the day, whether it is booked or not.
 * @returns a function that is asked for one wish after the other, as long as the schedule stays as it is; it
 * answers with the first such day, which may be after the wanted ones, undefined when none is known
 */
export function openDaysOf(
  db: Database,
  clock: Clock,
): (wanted: WantedDays) => IsoDate | undefined {
  const schedule = currentSchedule(db)
  const moment = { ...clock, lastDay: ANY_DAY }
  const days = new Map<IsoDate, ReturnType<typeof freeTimesOn>>()
  function timesOn(date: IsoDate) {
    const known = days.get(date) ?? freeTimesOn(schedule, [], date, moment)
    days.set(date, known)
    return known
  }
  return ({ treatmentId, doctorId, fromDate, toDate, weekdays, part }) => {
    const treatment = schedule.treatments.find(({ id }) => id === treatmentId)
    if (!treatment) return undefined
    const isGiven = (date: IsoDate) =>
      timesOn(date)(treatment).some(
        ({ startMinute, doctorIds }) =>
          isInPart(startMinute, part) && (doctorId === null || doctorIds.includes(doctorId)),
      )
    let date = laterOf(fromDate, clock.today)
    const last = dayAfter(date, MOST_DAYS)
    for (; date <= last; date = dayAfter(date)) {
      if (weekdays.includes(weekdayOf(date)) && isGiven(date)) return date
    }
    // A longer wish is not judged further.
    return date <= toDate ? date : undefined
  }
}

/** The same for one wish. */
export function findOpenDay(db: Database, wanted: WantedDays, clock: Clock): IsoDate | undefined {
  return openDaysOf(db, clock)(wanted)
}
