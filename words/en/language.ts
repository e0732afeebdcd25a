import type { Language } from '../languages.ts'

/** The language of the words in this folder. */
export const LANGUAGE: Language = 'en'
/** For `Intl`: how numbers, dates and lists are written. */
export const LOCALE = 'en-US'
/** What addresses in this language begin with. */
export const BASE: string = ''
/** Which way it is written. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'
