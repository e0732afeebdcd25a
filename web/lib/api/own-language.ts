import { LANGUAGE_HEADER } from '#words/addresses.ts'
import { LANGUAGE } from '#words/en/language.ts'

/** The header of every call: the server answers in the language of the page, and without it in English. */
export const OWN_LANGUAGE: Readonly<Record<string, string>> =
  LANGUAGE === 'en' ? {} : { [LANGUAGE_HEADER]: LANGUAGE }
