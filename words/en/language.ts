import type { Language } from '../languages.ts'

/** The language of the words in this folder. */
export const LANGUAGE: Language = 'en'
/** For `Intl`: how numbers, dates and lists are written. */
export const LOCALE = 'en-US'
/** What addresses in this language begin with. */
export const BASE: string = ''
/** What the language calls itself, and what staff call it. */
export const NAME = 'English'
export const ENGLISH_NAME = 'English'
/** The link to a page in this language, on pages in others. */
export const SEE_HERE = 'View in English'
/** Which way it is written. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'
