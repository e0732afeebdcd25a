import { LOOSE_MARKS } from './clean-name.ts'
import { hasLink } from './links.ts'

/** Control and format characters, half surrogate pairs and fillers, except the two joiners. */
const UNSHOWN = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu

/** Replaces each invisible character with a space; joiners within words stay. */
export const withoutUnshown = (text: string) => text.replace(LOOSE_MARKS, '').replace(UNSHOWN, ' ')

export type NameProblem = 'noLetter' | 'unshown' | 'link'

/** Why a cleaned text is not a valid name; undefined when it is. */
export function findNameProblem(text: string): NameProblem | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'noLetter'
  if (text.search(UNSHOWN) >= 0) return 'unshown'
  if (hasLink(text)) return 'link'
  return undefined
}

interface Checked {
  value: string
  issues: object[]
}

/** For a zod schema: adds an issue when the text is not a valid name. */
export function checkName(
  { value, issues }: Checked,
  messages: Readonly<Record<NameProblem, string>>,
): void | Promise<void> {
  const problem = value ? findNameProblem(value) : undefined
  if (problem) issues.push({ code: 'custom', input: value, message: messages[problem] })
}
