import { isWeekend } from 'date-fns'
import { fromIsoDate, type IsoDate } from './dates.ts'

/** What decides whether a day can be booked at all (design section 6.1). */
export interface BookingCalendar {
  /** Today in the clinic's time zone. */
  today: IsoDate
  /** The last day that can be booked. */
  lastDay: IsoDate
  /** Days on which the clinic is closed. */
  closures: readonly IsoDate[]
}

/** Whether the clinic takes appointments on that day: no weekend, no closure, within the horizon. */
export function isBookableDay(
  date: IsoDate,
  { today, lastDay, closures }: BookingCalendar,
): boolean {
  // ISO dates sort as text.
  return (
    date >= today && date <= lastDay && !isWeekend(fromIsoDate(date)) && !closures.includes(date)
  )
}
