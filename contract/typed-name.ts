import * as z from 'zod/mini'
// In browsers `name-rules.browser.ts`, by the imports of package.json.
import { checkName } from '#contract/names/name-rules.ts'
import { cleanName } from './names/clean-name.ts'
import { tooLong, typedTexts } from './text.ts'

// Every name that a person types goes through here: it stands in sentences of emails, lists and
// questions, which it must not break, hide in or lead elsewhere.

/** The schema of a typed name. @param most the most characters that it may have */
export function typedName(label = 'Name', most = 100) {
  const missing = `${label} is required`
  return z
    .string(missing)
    .check(
      z.overwrite(cleanName),
      z.minLength(1, missing),
      z.maxLength(most, tooLong(label, most)),
      z.check((typed) => checkName(typed, label)),
    )
    .register(typedTexts, { kind: 'name' })
}
