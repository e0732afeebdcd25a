// Imported by function: the package's index loads 250 modules, half of the server's start time.
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'
import { parse } from 'date-fns/parse'
import * as z from 'zod/mini'

/** A calendar day in the clinic's time zone, `yyyy-MM-dd`. */
export type IsoDate = string

const ISO = 'yyyy-MM-dd'

/** How dates are displayed: 'Jun 5, 2022'. */
const DISPLAY = 'PP'

// Any fixed date without a time.
const REFERENCE = new Date(2000, 0, 1)

// date-fns also parses '2022-6-5' and 'June 5, 2022': accept only what it would write itself.
function parseExactly(text: string, pattern: string): Date | undefined {
  const date = parse(text, pattern, REFERENCE)
  return isValid(date) && format(date, pattern) === text ? date : undefined
}

// Parsing a date takes longer than the rest of `GET /available`, and clients ask for the same few.
const PARSED_LIMIT = 1_000
const parsed = new Map<string, IsoDate>()

/** Parses 'Jun 5, 2022' or '2022-06-05'; undefined for anything else. */
export function parseWireDate(text: string): IsoDate | undefined {
  const known = parsed.get(text)
  if (known) return known
  const date = parseExactly(text, ISO) ?? parseExactly(text, DISPLAY)
  if (!date) return undefined
  if (parsed.size >= PARSED_LIMIT) parsed.clear()
  const iso = format(date, ISO)
  parsed.set(text, iso)
  return iso
}

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
