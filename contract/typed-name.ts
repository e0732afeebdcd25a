import * as z from 'zod/mini'

// Every name that a person types goes through here: it stands in sentences of emails, lists and
// questions, which it must not break, hide in or lead elsewhere.

/** Zero-width joiners, which names of some languages are written with. */
const JOINERS = /[\u200C\u200D]/g
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const VISIBLE = /[\p{L}\p{N}]/u
/** Letters that show nothing. */
const BLANK = /\p{Default_Ignorable_Code_Point}/gu
/** What mail programs make a link: an address with a scheme, or a domain. */
const LINK = /:\/\/|www\.|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}.])/iu

/** Why a text is no name; undefined when it is one. @param label its field: 'Name' */
export function findNameProblem(text: string, label = 'Name'): string | undefined {
  if (UNSHOWN.test(text.replace(JOINERS, ''))) return `${label} has characters that can’t be shown`
  if (!VISIBLE.test(text.replace(BLANK, ''))) return `${label} needs at least one letter`
  if (LINK.test(text)) return `${label} can’t contain a link; write a space after a period`
  return undefined
}

/** The schema of a typed name. @param most the most characters that it may have */
export function typedName(label = 'Name', most = 100) {
  return z.string(`${label} is required`).check(
    z.trim(),
    z.minLength(1, `${label} is required`),
    z.maxLength(most, `${label} must be ${most} characters or fewer`),
    z.refine((text) => text === '' || findNameProblem(text) === undefined, {
      error: ({ input }) => findNameProblem(String(input), label) ?? `${label} is invalid`,
    }),
  )
}
