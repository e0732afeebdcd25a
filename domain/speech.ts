import { createFormats, type Formats } from '#contract/formats/formats.ts'
import { WORDS, type Words } from '#words/every-language.ts'
import { LANGUAGES, type Language } from '#words/languages.ts'

/** Words, and how dates and times are written. */
export interface Speech {
  words: Words
  formats: Formats
}

const SPEECH = Object.fromEntries(
  LANGUAGES.map((language) => {
    const words = WORDS[language]
    return [language, { words, formats: createFormats(words.language.LOCALE) }]
  }),
) as Record<Language, Speech>

/** How to say something in a language. */
export const speechIn = (language: Language): Speech => SPEECH[language]

/** The texts that come with a new clinic, in a language, by the English text. */
export function defaultTranslations(language: Language): Map<string, string> {
  const own: Readonly<Record<string, string>> = WORDS[language].defaults
  return new Map(Object.entries(WORDS.en.defaults).map(([key, text]) => [text, own[key] ?? text]))
}
