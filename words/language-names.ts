import type { Language } from './languages.ts'

/** What each language calls itself. */
export const OWN_NAMES: Record<Language, string> = { en: 'English', es: 'Español' }

/** What staff call the languages. */
export const ENGLISH_NAMES: Record<Language, string> = { en: 'English', es: 'Spanish' }
