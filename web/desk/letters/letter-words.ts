import { createFormats } from '#contract/formats/formats.ts'
import type { Language } from '#words/languages.ts'
import { LETTERS } from '#words/letters.ts'

/** The words of a letter in a language, and how dates are written. */
export function letterWordsIn(language: Language) {
  const words = LETTERS[language]
  return { ...words, formats: createFormats(words.locale) }
}
