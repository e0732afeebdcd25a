import * as z from 'zod/mini'
import * as words from '#words/en/messages/phone.ts'
import { typedTexts, withoutInvisible } from './text.ts'

// At least five digits, with the usual punctuation in any order, and perhaps an extension.
const PHONE =
  /^(?=(?:\D*\d){5})\(?\+?[\d\p{Zs}()./-]{5,25}(?:[,;]?\p{Zs}*(?:ext(?:ension)?|x|#)[.:]?\p{Zs}*\d{1,6})?$/iu

/** A typed phone number in which digits, plus and dashes of other keyboards are replaced with ASCII. */
export function cleanPhone(typed: string): string {
  return withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}

/** A phone number that a person types: of a family, or the clinic's own. */
export const phone = z
  .string(words.phoneIsRequired)
  .check(
    z.overwrite(cleanPhone),
    z.minLength(1, words.phoneIsRequired),
    z.regex(PHONE, words.invalidPhone),
  )
  .register(typedTexts, { kind: 'phone' })

/** A phone number that may be left out: empty then. */
export const optionalPhone = z
  .string(words.invalidPhone)
  .check(
    z.overwrite(cleanPhone),
    z.refine((typed) => typed === '' || PHONE.test(typed), words.invalidPhone),
  )
  .register(typedTexts, { kind: 'phone' })

/** A phone number in an answer. */
export const shownPhone = {
  /** As typed. */
  phone: z.string(),
  /** The number in E.164 for `tel:` links: docs/requirements.md#phone-numbers. */
  dialablePhone: z.nullable(z.string()),
}

/** A phone number as shown; null when unknown. */
export interface ShownPhone {
  phone: string | null
  dialablePhone: string | null
}
