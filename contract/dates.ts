// Imported by function: the package's index loads 250 modules, half of the server's start time.
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import * as z from 'zod/mini'

/** A calendar day in the clinic's time zone, `yyyy-MM-dd`. */
export type IsoDate = string

const ISO = 'yyyy-MM-dd'

/** How dates are displayed: 'Jun 5, 2022'. */
const DISPLAY = 'PP'

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DISPLAYED_DATE = /^([A-Z][a-z]{2}) ([1-9]\d?), (\d{4})$/

const MONTHS = Array.from({ length: 12 }, (_, month) => format(new Date(2000, month, 1), 'MMM'))

/**
 * Parses 'Jun 5, 2022' or '2022-06-05'; undefined for anything else. By hand: the parser of date-fns
 * also takes 'June 5, 2022', and is half of its size in the browser.
 */
export function parseWireDate(text: string): IsoDate | undefined {
  const [, month = '', day = '', year] = DISPLAYED_DATE.exec(text) ?? []
  const iso = year
    ? [year, twoDigits(MONTHS.indexOf(month) + 1), twoDigits(Number(day))].join('-')
    : text
  return isCalendarDay(iso) ? iso : undefined
}

function isCalendarDay(text: string): boolean {
  const [, year, month, day] = ISO_DATE.exec(text)?.map(Number) ?? []
  const date = fromIsoDate(text)
  return date.getFullYear() === year && date.getMonth() + 1 === month && date.getDate() === day
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Formats an ISO date for screens and the API: 'Jun 5, 2022'. */
export function formatWireDate(date: IsoDate): string {
  return format(fromIsoDate(date), DISPLAY)
}

/** The local day of a `Date`, as an ISO date. */
export function toIsoDate(date: Date): IsoDate {
  return format(date, ISO)
}

/** Local midnight of an ISO date, for calendars that use `Date`. */
export function fromIsoDate(date: IsoDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day)
}

/** The day after an ISO date, or so many days after it. */
export function dayAfter(date: IsoDate, days = 1): IsoDate {
  return toIsoDate(addDays(fromIsoDate(date), days))
}

/** The day of the week of an ISO date; 0 for Sunday. */
export function weekdayOf(date: IsoDate): number {
  return fromIsoDate(date).getDay()
}

const NOT_VALID = 'Invalid date. Use the format “Jun 5, 2022”'

/** A date in a request: display or ISO format in, ISO date out. */
export const wireDate = z.pipe(
  z.string(NOT_VALID).check(z.maxLength(32, NOT_VALID)),
  z.transform((text: string, context) => {
    const date = parseWireDate(text)
    if (date) return date
    context.issues.push({ code: 'custom', message: NOT_VALID, input: text })
    return z.NEVER
  }),
)
