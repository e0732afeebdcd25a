import * as z from 'zod/mini'
import { lastPlannedDay, PLANNED_YEARS, parseWireDate } from './dates.ts'

// A file of its own, so that public pages load no zod.

const NOT_VALID = 'Invalid date. Use the format “Jun 5, 2022”'

/** A date in a request: accepts the display or ISO format, returns the ISO date. */
export const wireDate = z.pipe(
  // Aborts on failure: later checks of the whole input calculate with dates.
  z.string(NOT_VALID).check(z.maxLength(32, { error: NOT_VALID, abort: true })),
  z.transform((text: string, context) => {
    const date = parseWireDate(text)
    if (date) return date
    context.issues.push({ code: 'custom', message: NOT_VALID, input: text })
    return z.NEVER
  }),
)

const TOO_FAR = `Choose a day of the next ${PLANNED_YEARS} years`

/**
 * A day of hours, closures, absences, prices, extra sessions and waiting list entries, within
 * `PLANNED_YEARS`.
 */
export const plannedDate = wireDate.check(
  z.refine((date) => date <= lastPlannedDay(new Date()), TOO_FAR),
)
