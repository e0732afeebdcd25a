import { type BookingCalendar, isBookableDay, isFullDay } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate, parseWireDate } from '#contract/dates.ts'

/**
 * The first day that can be booked, from `from` (today unless said otherwise) to the horizon. A full
 * one only when all are full.
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

/** The first day after `date` that can be booked, as `firstBookableDay` says. */
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
 * The day to show for a date from the URL or the quick form: the day itself, the next one after it
 * that can be booked, or the first of all. Undefined when there is none.
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
