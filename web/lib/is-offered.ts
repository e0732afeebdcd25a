import { LANGUAGE } from '#words/en/language.ts'
import type { Language } from '#words/languages.ts'
import { useOtherLanguages } from './other-languages.ts'

/** Whether this server offers a language: emails, receipts and letters are in English until it does. */
export function useIsOffered(language: Language): boolean {
  const others = useOtherLanguages()
  return language === LANGUAGE || others.includes(language)
}
