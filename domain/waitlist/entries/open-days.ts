import { dayAfter, type IsoDate, laterOf, weekdayOf } from '#contract/dates.ts'
import { isInPart } from '#contract/waitlist/waitlist.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { ANY_DAY, type Clock } from '../offers/find-fit.ts'

/** How many days are searched. */
const MOST_DAYS = 2 * 366

/** What an entry's family wants, as it decides about days. */
type WantedDays = Pick<
  EntryRow,
  'treatmentId' | 'doctorId' | 'fromDate' | 'toDate' | 'weekdays' | 'part'
>

/**
 * Finds the first day that fits an entry: the clinic gives the treatment on that day, by that doctor and in
 * that part of the day, booked or not.
 * @returns a function to call for one entry after another while the schedule does not change. It returns the
 * first such day, which may be later than the wanted days, or undefined if none is known.
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
    // Days beyond the search count as open.
    return date <= toDate ? date : undefined
  }
}

/** The same for one entry. */
export function findOpenDay(db: Database, wanted: WantedDays, clock: Clock): IsoDate | undefined {
  return openDaysOf(db, clock)(wanted)
}
