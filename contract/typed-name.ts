import * as z from 'zod/mini'
// Browsers load `name-rules.browser.ts` instead: see `imports` in package.json.
import { checkName } from '#contract/names/name-rules.ts'
import * as words from '#words/en/messages/fields.ts'
import { fill } from '#words/fill.ts'
import { cleanName } from './names/clean-name.ts'
import type { NameProblem } from './names/name-rules.ts'
import { type FieldMessages, messagesOf, typedTexts } from './text.ts'

// Every typed name is validated here. Names appear in sentences of emails, lists and questions, so they must
// not contain line breaks, hidden characters or links.

/** What is wrong with a typed name. */
export type NameMessages = FieldMessages & Record<NameProblem, string>

const nameMessagesOf = (label: string): NameMessages => ({
  ...messagesOf(label),
  noLetter: `${label} needs a letter`,
  link: `${label} can’t contain a link`,
})

/**
 * The schema of a typed name.
 * @param label of a name that only staff type, in English
 * @param most the most characters
 */
export function typedName(label?: string, most = 100) {
  const messages = label === undefined ? words.name : nameMessagesOf(label)
  const { missing } = messages
  return z
    .string(missing)
    .check(
      z.overwrite(cleanName),
      z.minLength(1, missing),
      z.maxLength(most, fill(messages.tooLong, { most })),
      z.check((typed) => checkName(typed, messages)),
    )
    .register(typedTexts, { kind: 'name' })
}
