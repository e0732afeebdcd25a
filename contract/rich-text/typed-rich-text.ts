import * as z from 'zod/mini'
import { optionalText, requiredText, typedTexts } from '../text.ts'
import { parseRichText } from './parse-rich-text.ts'

/**
 * A text for the site as an admin types it; `parseRichText` reads it.
 * @param label the field: 'Text'
 * @param mostKilobytes the most kilobytes (1,000 bytes of UTF-8)
 */
export function typedRichText(label: string, mostKilobytes: number) {
  return readable(requiredText(label, mostKilobytes * 1000), label, mostKilobytes)
}

/** The same for a text that may be left out: empty then. */
export function optionalRichText(label: string, mostKilobytes: number) {
  return readable(optionalText(label, mostKilobytes * 1000), label, mostKilobytes)
}

function readable(typed: z.ZodMiniString, label: string, mostKilobytes: number) {
  return typed
    .check(
      z.refine(
        (text) => byteLength(text) <= mostKilobytes * 1000,
        `${label} must be ${mostKilobytes} kB or smaller`,
      ),
      z.check(({ value, issues }) => {
        const [problem] = parseRichText(value).problems
        if (problem) issues.push({ code: 'custom', message: problem, input: value })
      }),
    )
    .register(typedTexts, { kind: 'text' })
}

/** The size of a text in UTF-8. */
export const byteLength = (text: string) => new TextEncoder().encode(text).length
