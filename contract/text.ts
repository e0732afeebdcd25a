import * as z from 'zod/mini'

// Every text that a person types is a line, a text, or a phone number (phone.ts).

/** The schemas of typed texts. A test checks that calls take no other texts. */
export const typedTexts = z.registry<{ kind: 'line' | 'text' | 'phone' | 'name' }>()

/**
 * A required text of one line.
 * @param label the field: 'Street'
 */
export function requiredLine(label: string, most: number, missing = `${label} is required`) {
  return line(label, most, missing).check(isTyped(missing)).register(typedTexts, { kind: 'line' })
}

/** An optional text of one line. */
export function optionalLine(label: string, most: number) {
  return line(label, most).register(typedTexts, { kind: 'line' })
}

/** A required text with line breaks. */
export function requiredText(label: string, most: number, missing = `${label} is required`) {
  return text(label, most, missing).check(isTyped(missing)).register(typedTexts, { kind: 'text' })
}

/** An optional text with line breaks. */
export function optionalText(label: string, most: number) {
  return text(label, most).register(typedTexts, { kind: 'text' })
}

function line(label: string, most: number, missing?: string) {
  return z.string(missing ?? tooLong(label, most)).check(
    z.overwrite(withoutInvisible),
    z.trim(),
    z.maxLength(most, tooLong(label, most)),
    z.refine((typed) => !LINE_BREAK.test(typed), `${label} must be one line`),
    isShown(label),
  )
}

function text(label: string, most: number, missing?: string) {
  return z.string(missing ?? tooLong(label, most)).check(
    z.overwrite((typed) => withoutInvisible(typed).replace(/\r\n|[\r\u2028\u2029]/g, '\n')),
    z.trim(),
    z.maxLength(most, tooLong(label, most)),
    isShown(label),
  )
}

export const tooLong = (label: string, most: number) =>
  `${label} must be ${most} characters or fewer`

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/

/**
 * Direction marks, zero-width spaces and fillers, but not the joiners and variation selectors of words and
 * emoji.
 */
const INVISIBLE = /(?!\u200C|\u200D|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu

/** A text without the zero-width characters that pasting adds; tabs become spaces. */
export function withoutInvisible(typed: string): string {
  return typed.replace(INVISIBLE, '').replaceAll('\t', ' ')
}

/** Control characters, half surrogate pairs, and characters that no font has. */
const UNSHOWN = /(?!\n)[\p{Cc}\p{Cs}\p{Co}\uFFF9-\uFFFB]/u

const isShown = (label: string) =>
  z.refine<string>((typed) => !UNSHOWN.test(typed), `${label} has characters that can’t be shown`)

const isTyped = (missing: string) =>
  z.refine<string>((typed) => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(typed), missing)
