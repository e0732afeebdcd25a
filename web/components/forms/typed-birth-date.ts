import * as z from 'zod/mini'
import { parseWireDate } from '#contract/dates.ts'

/** The value of a `BirthDateField`, with messages that match its three fields. */
export const typedBirthDate = z.string().check(
  z.minLength(1, 'Birth date is required'),
  z.refine(
    (typed) => typed === '' || parseWireDate(typed) !== undefined,
    'Enter a real date, like 6 / 5 / 2021',
  ),
)
