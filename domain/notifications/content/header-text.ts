import { withoutUnshown } from '#contract/names/name-rules.ts'

/** The longest name in headers and calendars, in characters. */
export const LONGEST_NAME = 100

/**
 * Text for a header or a calendar's field: one line, without control, direction and format characters (except
 * the joiners of words), without quotes and brackets, and without encoded words (RFC 2047), which mail
 * programs would decode and which could contain all of these.
 */
export function toHeaderText(text: string, maxLength: number): string {
  const line = withoutUnshown(text)
    .replace(/["\\<>]/g, '')
    .replaceAll('=?', '= ?')
    .replace(/ {2,}/g, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('').trim()
}
