import { withoutUnshown } from '#contract/names/name-rules.ts'

/** Of names in headers and calendars, in characters. */
export const LONGEST_NAME = 100

/**
 * Text for a header or a calendar's field: one line without control, direction and format
 * characters but the joiners of words, without quotes and brackets, and without encoded words (RFC 2047),
 * which could contain all of those and which mail programs would decode and display.
 */
export function toHeaderText(text: string, maxLength: number): string {
  const line = withoutUnshown(text)
    .replace(/["\\<>]/g, '')
    .replaceAll('=?', '= ?')
    .replace(/ {2,}/g, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('').trim()
}
