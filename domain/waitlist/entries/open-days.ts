import { dayAfter, type IsoDate, laterOf, weekdayOf } from '#contract/dates.ts'
import { isInPart, type PartOfDay } from '#contract/waitlist/waitlist.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { ANY_DAY, type Clock } from '../offers/find-fit.ts'

/** How many days are looked at. */
const MOST_DAYS = 2 * 366

interface WantedDays {
  treatment: OfferedTreatment
  doctorId: string | null
  from: IsoDate
  to: IsoDate
  weekdays: readonly number[]
  part: PartOfDay
}

/**
 * Finds the first day from which on a family's wish can be met: the clinic gives the treatment then, by that
 * doctor and in that part of the day, whether it is booked or not.
 * @returns the first such day, which may be after the wanted ones; undefined when none is known
 */
export function findOpenDay(
  db: Database,
  { treatment, doctorId, from, to, weekdays, part }: WantedDays,
  clock: Clock,
): IsoDate | undefined {
  const schedule = currentSchedule(db)
  const moment = { ...clock, lastDay: ANY_DAY }
  const isGiven = (date: IsoDate) =>
    freeTimesOn(
      schedule,
      [],
      date,
      moment,
    )(treatment).some(
      ({ startMinute, doctorIds }) =>
        isInPart(startMinute, part) && (doctorId === null || doctorIds.includes(doctorId)),
    )
  let date = laterOf(from, clock.today)
  const last = dayAfter(date, MOST_DAYS)
  for (; date <= last; date = dayAfter(date)) {
    if (weekdays.includes(weekdayOf(date)) && isGiven(date)) return date
  }
  // A longer wish is not judged further.
  return date <= to ? date : undefined
}
