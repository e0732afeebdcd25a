import { LOOSE_MARKS } from './clean-name.ts'
import { hasLink } from './links.ts'

/** Control and format characters, half surrogate pairs and fillers, except the two joiners. */
const UNSHOWN = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu

/** Replaces each invisible character with a space; joiners within words stay. */
export const withoutUnshown = (text: string) => text.replace(LOOSE_MARKS, '').replace(UNSHOWN, ' ')

/**
 * Why a cleaned text is not a valid name; undefined when it is.
 * @param label the field: 'Name'
 */
export function findNameProblem(text: string, label = 'Name'): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return `${label} needs a letter`
  if (text.search(UNSHOWN) >= 0) return `${label} has characters that can’t be shown`
  if (hasLink(text)) return `${label} can’t contain a link`
  return undefined
}

interface Checked {
  value: string
  issues: object[]
}

/** For a zod schema: adds an issue when the text is not a valid name. */
export function checkName({ value, issues }: Checked, label: string): void | Promise<void> {
  const message = value ? findNameProblem(value, label) : undefined
  if (message) issues.push({ code: 'custom', input: value, message })
}
