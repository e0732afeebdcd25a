import * as z from 'zod/mini'
// Browsers load `name-rules.browser.ts` instead: see `imports` in package.json.
import { checkName } from '#contract/names/name-rules.ts'
import { cleanName } from './names/clean-name.ts'
import { tooLong, typedTexts } from './text.ts'

// Every typed name is validated here. Names appear in sentences of emails, lists and questions, so they must
// not contain line breaks, hidden characters or links.

/**
 * The schema of a typed name.
 * @param most the most characters
 */
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
