import * as z from 'zod/mini'
import { parseWireDate } from '#contract/dates.ts'
import { realBirthDate } from '#words/en/families/components.ts'
import { birthDateIsRequired } from '#words/en/messages/guardians.ts'

/** The value of a `BirthDateField`, with messages that match its three fields. */
export const typedBirthDate = z.string().check(
  z.minLength(1, birthDateIsRequired),
  z.refine((typed) => typed === '' || parseWireDate(typed) !== undefined, realBirthDate),
)
