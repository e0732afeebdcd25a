import { type BookingCalendar, isBookableDay, isFullDay } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate, parseWireDate } from '#contract/dates.ts'

/**
 * The first bookable day from `from` (by default today) to the horizon. A full day only when all are full.
 */
export function firstBookableDay(
  calendar: BookingCalendar,
  from: IsoDate = calendar.today,
): IsoDate | undefined {
  let full: IsoDate | undefined
  for (let day = from; day <= calendar.lastDay; day = dayAfter(day)) {
    if (!isBookableDay(day, calendar)) continue
    if (!isFullDay(day, calendar)) return day
    full ??= day
  }
  return full
}

/** The first bookable day after `date`, by the rule of `firstBookableDay`. */
export function nextBookableDay(calendar: BookingCalendar, date: IsoDate): IsoDate | undefined {
  return firstBookableDay(calendar, dayAfter(date))
}

/** Parses a date from the URL; undefined when it is not a date or cannot be booked. */
export function readBookableDay(
  text: string | null | undefined,
  calendar: BookingCalendar,
): IsoDate | undefined {
  const day = text ? parseWireDate(text) : undefined
  return day && isBookableDay(day, calendar) ? day : undefined
}

/**
 * The day to show for a date from the URL or the quick form: that day, the next bookable one after it, or the
 * first of all. Undefined when no day can be booked.
 */
export function nearestBookableDay(
  text: string | null | undefined,
  calendar: BookingCalendar,
): IsoDate | undefined {
  const asked = text ? parseWireDate(text) : undefined
  if (asked && isBookableDay(asked, calendar)) return asked
  const isAhead = asked !== undefined && asked > calendar.today
  return (isAhead && firstBookableDay(calendar, asked)) || firstBookableDay(calendar)
}
