import { requiredLine } from '../text.ts'

export const LONGEST_TILL = 40

/** The one till of a clinic that names none. */
const ONLY_TILL = 'Front desk'

/** The tills that a setting names, separated by commas: 'Desk 1, Desk 2'. */
export function tillsOf(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean)
  return names.length > 0 ? names : [ONLY_TILL]
}

/** Where cash was taken or handed back; another name than one of the clinic's counts as none. */
export const tillName = requiredLine('Till', LONGEST_TILL)
