import type { Language } from '../languages.ts'

export const LANGUAGE: Language = 'es'
export const LOCALE = 'es-US'
export const BASE: string = '/es'
export const NAME = 'Español'
export const ENGLISH_NAME = 'Spanish'
export const SEE_HERE = 'Ver en español'
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'
