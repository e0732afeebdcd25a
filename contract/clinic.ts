import { isWeekend } from 'date-fns/isWeekend'
import { fromIsoDate, type IsoDate } from './dates.ts'

/** Decides which days can be booked: docs/requirements.md#bookable-days. */
export interface BookingCalendar {
  /** Today in the clinic's time zone. */
  today: IsoDate
  /** The last day that can be booked. */
  lastDay: IsoDate
  /** Days besides weekends on which the clinic takes no appointments. */
  closures: readonly IsoDate[]
}

/** An instant in the clinic's time zone. */
export interface ClinicMoment extends Omit<BookingCalendar, 'closures'> {
  /** Minutes since midnight. */
  minute: number
}

/** Why a day cannot be booked. */
export type DayObstacle = 'past' | 'too_far' | 'weekend' | 'closed'

/** Why a day cannot be booked; undefined when it can. */
export function findDayObstacle(
  date: IsoDate,
  { today, lastDay, closures }: BookingCalendar,
): DayObstacle | undefined {
  // ISO dates sort as text.
  if (date < today) return 'past'
  if (date > lastDay) return 'too_far'
  if (isWeekend(fromIsoDate(date))) return 'weekend'
  if (closures.includes(date)) return 'closed'
  return undefined
}

/** Whether a day can be booked: no weekend, no closure, within the booking horizon. */
export function isBookableDay(date: IsoDate, calendar: BookingCalendar): boolean {
  return findDayObstacle(date, calendar) === undefined
}
