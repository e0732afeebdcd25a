import * as z from 'zod/mini'
import * as words from '#words/en/messages/dates.ts'
import { fill } from '#words/fill.ts'
import { lastPlannedDay, PLANNED_YEARS, parseWireDate } from './dates.ts'

// A file of its own, so that public pages load no zod.

/** A date in a request: accepts the display or ISO format, returns the ISO date. */
export const wireDate = z.pipe(
  // Aborts on failure: later checks of the whole input calculate with dates.
  z.string(words.invalidDate).check(z.maxLength(32, { error: words.invalidDate, abort: true })),
  z.transform((text: string, context) => {
    const date = parseWireDate(text)
    if (date) return date
    context.issues.push({ code: 'custom', message: words.invalidDate, input: text })
    return z.NEVER
  }),
)

const TOO_FAR = fill(words.tooFar, { years: PLANNED_YEARS })

/**
 * A day of hours, closures, absences, prices, extra sessions and waiting list entries, within
 * `PLANNED_YEARS`.
 */
export const plannedDate = wireDate.check(
  z.refine((date) => date <= lastPlannedDay(new Date()), TOO_FAR),
)
