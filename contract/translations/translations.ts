import * as z from 'zod/mini'
import { TRANSLATIONS } from '#words/languages.ts'
import { optionalText } from '../text.ts'

// What the clinic wrote for families, in other languages: docs/requirements.md#languages.

/** The longest text of the clinic that can be translated. */
const LONGEST = 12_000

/** Where families read a text. */
export const TEXT_PLACES = ['treatments', 'clinic', 'website', 'doctors', 'closures'] as const
export type TextPlace = (typeof TEXT_PLACES)[number]

const language = z.enum(TRANSLATIONS, 'Choose a language')

/** A text of the clinic, as it is in English, with its translation; empty without one. */
const clinicText = z.object({
  place: z.enum(TEXT_PLACES),
  text: z.string(),
  translation: z.string(),
})
export type ClinicText = z.infer<typeof clinicText>

export const clinicTexts = z.object({ language, texts: z.array(clinicText) })
export type ClinicTexts = z.infer<typeof clinicTexts>

export const languageParams = z.strictObject({ language })

/** `before` is the translation that the admin saw; an empty one is removed. */
export const translationChange = z.strictObject({
  text: optionalText('Text', LONGEST),
  before: optionalText('Translation', LONGEST),
  translation: optionalText('Translation', LONGEST),
})
export type TranslationChange = z.infer<typeof translationChange>
