import * as z from 'zod/mini'
import { fill } from '#words/fill.ts'

// Every text that a person types is a line, a text, or a phone number (phone.ts).

/** The schemas of typed texts. A test checks that calls take no other texts. */
export const typedTexts = z.registry<{ kind: 'line' | 'text' | 'phone' | 'name' }>()

/** What is wrong with a typed text; `{most}` is the most characters. */
export interface FieldMessages {
  missing: string
  tooLong: string
  notOneLine: string
  unshown: string
}

/** A field of families has messages in every language; one that only staff fill in has its English label. */
type Field = string | FieldMessages

export const messagesOf = (label: string): FieldMessages => ({
  missing: `${label} is required`,
  tooLong: `${label} must be {most} characters or fewer`,
  notOneLine: `${label} must be one line`,
  unshown: `${label} has characters that can’t be shown`,
})

const inWords = (field: Field) => (typeof field === 'string' ? messagesOf(field) : field)

/**
 * A required text of one line.
 * @param field 'Street'
 */
export function requiredLine(field: Field, most: number, missing = inWords(field).missing) {
  return line(field, most, missing).check(isTyped(missing)).register(typedTexts, { kind: 'line' })
}

/** An optional text of one line. */
export function optionalLine(field: Field, most: number) {
  return line(field, most).register(typedTexts, { kind: 'line' })
}

/** A required text with line breaks. */
export function requiredText(field: Field, most: number, missing = inWords(field).missing) {
  return text(field, most, missing).check(isTyped(missing)).register(typedTexts, { kind: 'text' })
}

/** An optional text with line breaks. */
export function optionalText(field: Field, most: number) {
  return text(field, most).register(typedTexts, { kind: 'text' })
}

function line(field: Field, most: number, missing?: string) {
  const { notOneLine, unshown, ...messages } = inWords(field)
  const tooLong = fill(messages.tooLong, { most })
  return z.string(missing ?? tooLong).check(
    z.overwrite(withoutInvisible),
    z.trim(),
    z.maxLength(most, tooLong),
    z.refine((typed) => !LINE_BREAK.test(typed), notOneLine),
    isShown(unshown),
  )
}

function text(field: Field, most: number, missing?: string) {
  const { unshown, ...messages } = inWords(field)
  const tooLong = fill(messages.tooLong, { most })
  return z.string(missing ?? tooLong).check(
    z.overwrite((typed) => withoutInvisible(typed).replace(/\r\n|[\r\u2028\u2029]/g, '\n')),
    z.trim(),
    z.maxLength(most, tooLong),
    isShown(unshown),
  )
}

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

const isShown = (unshown: string) => z.refine<string>((typed) => !UNSHOWN.test(typed), unshown)

const isTyped = (missing: string) =>
  z.refine<string>((typed) => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(typed), missing)
