import type { Shape } from './check.ts'
import * as en from './en/families/letters.ts'
import * as enSentences from './en/families/letters-sentences.tsx'
import * as english from './en/language.ts'
import * as es from './es/families/letters.ts'
import * as esSentences from './es/families/letters-sentences.tsx'
import * as spanish from './es/language.ts'
import type { Language } from './languages.ts'

/** The words of a letter, which staff print in the language of its family. */
interface LetterWords extends Shape<typeof en>, Shape<typeof enSentences> {
  locale: string
  direction: 'ltr' | 'rtl'
}

// With single constants of the languages: their objects would load with the start of every page.
export const LETTERS: Record<Language, LetterWords> = {
  en: { ...en, ...enSentences, locale: english.LOCALE, direction: english.DIRECTION },
  es: { ...es, ...esSentences, locale: spanish.LOCALE, direction: spanish.DIRECTION },
}
