import type { SiteConfig } from '../config/config.ts'
import { type IsoDate, weekdayOf } from '../dates.ts'

/** Decides which days can be booked: docs/requirements.md#bookable-days. */
export type BookingCalendar = Omit<SiteConfig['clinic'], 'timeZone' | 'nextDayIn'>

/** An instant in the clinic's time zone. */
export interface ClinicMoment extends Pick<BookingCalendar, 'today' | 'lastDay'> {
  /** Minutes since midnight. During an hour that the clock repeats, the last minute of that hour. */
  minute: number
  timeZone: string
}

/** Why a day cannot be booked. */
export type DayObstacle = 'past' | 'too_far' | 'weekend' | 'closed'

const WEEKEND = [0, 6]

/** Why a day cannot be booked; undefined when it can. */
export function findDayObstacle(
  date: IsoDate,
  { today, lastDay, closures, closedWeekdays = WEEKEND }: BookingCalendar,
): DayObstacle | undefined {
  // ISO dates sort as text.
  if (date < today) return 'past'
  if (date > lastDay) return 'too_far'
  const weekday = weekdayOf(date)
  if (closedWeekdays.includes(weekday)) return WEEKEND.includes(weekday) ? 'weekend' : 'closed'
  if (closures.includes(date)) return 'closed'
  return undefined
}

/** Whether a day can be booked: the clinic is open, and it lies within the booking horizon. */
export function isBookableDay(date: IsoDate, calendar: BookingCalendar): boolean {
  return findDayObstacle(date, calendar) === undefined
}

/** The clinic's public reason for being closed on a day; undefined if it gives none. */
export function findClosedReason(date: IsoDate, calendar: BookingCalendar): string | undefined {
  return calendar.closedReasons?.find((closed) => closed.date === date)?.reason
}

/** Whether every time of a day is taken. */
export function isFullDay(date: IsoDate, { fullDays = [] }: BookingCalendar): boolean {
  return fullDays.includes(date)
}
