import type { Language } from '../languages.ts'

export const LANGUAGE: Language = 'es'
export const LOCALE = 'es-US'
export const BASE: string = '/es'
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'
