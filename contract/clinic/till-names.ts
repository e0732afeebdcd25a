import { requiredLine } from '../text.ts'

export const LONGEST_TILL = 40

/** The only till of a clinic that names none. */
const ONLY_TILL = 'Front desk'

/** The tills that a setting names, separated by commas: 'Desk 1, Desk 2'. */
export function tillsOf(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean)
  return names.length > 0 ? names : [ONLY_TILL]
}

/** The till where cash was taken or handed back. An unknown name counts as none. */
export const tillName = requiredLine('Till', LONGEST_TILL)
