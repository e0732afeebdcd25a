// By the function: the library's index loads 250 modules, which took half of the server's start.
import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'
import { parse } from 'date-fns/parse'
import * as z from 'zod/mini'

/** A calendar day in the clinic's time zone, `yyyy-MM-dd`. */
export type IsoDate = string

const ISO = 'yyyy-MM-dd'

/** How dates are displayed: 'Jun 5, 2022'. */
const DISPLAY = 'PP'

// A day has no time of its own; any fixed reference works as long as it has no time part.
const REFERENCE = new Date(2000, 0, 1)

// date-fns parses leniently ('2022-6-5', 'June 5, 2022'); only what it would write itself counts.
function parseExactly(text: string, pattern: string): Date | undefined {
  const date = parse(text, pattern, REFERENCE)
  return isValid(date) && format(date, pattern) === text ? date : undefined
}

// Reading a date takes longer than the rest of asking for its free slots, and all ask for the
// same few days.
const READ_BEFORE_LIMIT = 1_000
const readBefore = new Map<string, IsoDate>()

/** Reads 'Jun 5, 2022' or '2022-06-05'; undefined when it is neither or no such day exists. */
export function parseWireDate(text: string): IsoDate | undefined {
  const known = readBefore.get(text)
  if (known) return known
  const date = parseExactly(text, ISO) ?? parseExactly(text, DISPLAY)
  if (!date) return undefined
  if (readBefore.size >= READ_BEFORE_LIMIT) readBefore.clear()
  const iso = format(date, ISO)
  readBefore.set(text, iso)
  return iso
}

/** Writes an ISO date the way people and the wire see it: 'Jun 5, 2022'. */
export function formatWireDate(date: IsoDate): string {
  return format(fromIsoDate(date), DISPLAY)
}

/** The calendar day that `date` shows on its own clock, as an ISO date. */
export function toIsoDate(date: Date): IsoDate {
  return format(date, ISO)
}

/** Local midnight of an ISO date, for calendars that speak `Date`. */
export function fromIsoDate(date: IsoDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day)
}

const NOT_VALID = "Date is not valid: write it like 'Jun 5, 2022'"

/** A date on the wire: display or ISO format in, ISO date out. */
export const wireDate = z.pipe(
  z.string(NOT_VALID).check(z.maxLength(32, NOT_VALID)),
  z.transform((text: string, context) => {
    const date = parseWireDate(text)
    if (date) return date
    context.issues.push({ code: 'custom', message: NOT_VALID, input: text })
    return z.NEVER
  }),
)
