import { createFormats, type Formats } from '#contract/formats/formats.ts'
import type { Shape } from '#words/check.ts'
import * as en from '#words/en/families/letters.ts'
import * as enSentences from '#words/en/families/letters-sentences.tsx'
import * as english from '#words/en/language.ts'
import * as es from '#words/es/families/letters.ts'
import * as esSentences from '#words/es/families/letters-sentences.tsx'
import * as spanish from '#words/es/language.ts'
import type { Language } from '#words/languages.ts'

/** The words of a letter, which staff print in the language of its family. */
interface LetterWords extends Shape<typeof en>, Shape<typeof enSentences> {
  formats: Formats
  direction: 'ltr' | 'rtl'
}

export const LETTER_WORDS: Record<Language, LetterWords> = {
  en: { ...en, ...enSentences, ...writing(english.LOCALE, english.DIRECTION) },
  es: { ...es, ...esSentences, ...writing(spanish.LOCALE, spanish.DIRECTION) },
}

// With single constants: an object of the module's would load with the start of every page.
function writing(locale: string, direction: LetterWords['direction']) {
  return { formats: createFormats(locale), direction }
}
