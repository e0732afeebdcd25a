import * as z from 'zod/mini'
import { typedTexts } from './text.ts'

// Every name that a person types goes through here: it stands in sentences of emails, lists and
// questions, which it must not break, hide in or lead elsewhere.

/** Control and format characters, half surrogate pairs and fillers, but not the two joiners. */
const UNSHOWN = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u
/** The texts that mail programs make a link: an address with a scheme, or a domain. */
const LINK = /:\/\/|[\p{L}\p{N}-]\.\p{L}{2,}(?![\p{L}\p{N}.])/iu

/** Why a text is no name; undefined when it is one. @param label its field: 'Name' */
export function findNameProblem(text: string, label = 'Name'): string | undefined {
  if (UNSHOWN.test(text)) return `${label} has characters that can’t be shown`
  if (!/[\p{L}\p{N}]/u.test(text)) return `${label} needs a letter`
  if (LINK.test(text)) return `${label} can’t contain a link`
  return undefined
}

/** The schema of a typed name. @param most the most characters that it may have */
export function typedName(label = 'Name', most = 100) {
  const missing = `${label} is required`
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(most, `${label} must be ${most} characters or fewer`),
      z.refine((text) => !text || !findNameProblem(text), {
        error: ({ input }) => findNameProblem(`${input}`, label),
      }),
    )
    .register(typedTexts, { kind: 'line' })
}
