import * as en from './en/language.ts'
import * as es from './es/language.ts'
import type { Language } from './languages.ts'

/** What each language calls itself. */
export const OWN_NAMES: Record<Language, string> = { en: en.NAME, es: es.NAME }

/** What staff call the languages. */
export const ENGLISH_NAMES: Record<Language, string> = { en: en.ENGLISH_NAME, es: es.ENGLISH_NAME }
