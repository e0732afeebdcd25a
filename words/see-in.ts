import * as en from './en/language.ts'
import * as es from './es/language.ts'
import type { Language } from './languages.ts'

/** The link to a page in a language, in that language. */
export const SEE_IN: Record<Language, string> = { en: en.SEE_HERE, es: es.SEE_HERE }
