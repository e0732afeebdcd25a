import * as z from 'zod/mini'
import { typedTexts, withoutInvisible } from './text.ts'

// At least five digits, with the usual punctuation in any order, and perhaps an extension.
const PHONE = /^(?=(?:\D*\d){5})\+?[\d\p{Zs}().-]{5,25}(?:(?:ext\.?|x) *\d{1,6})?$/iu

/** A phone number that a person types: of a family, or the clinic's own. */
export const phone = z
  .string('Phone is required')
  .check(
    z.overwrite(withoutInvisible),
    z.trim(),
    z.minLength(1, 'Phone is required'),
    z.regex(PHONE, 'Enter a valid phone number, such as (503) 555-0142 ext. 12'),
  )
  .register(typedTexts, { kind: 'phone' })
