import { baseOf, type Language, TRANSLATIONS } from './languages.ts'

/** The language that an address of the site begins with, and the path without it. */
export function readAddress(address: string): { language: Language; path: string } {
  const isIn = (language: Language) => /^([/?#]|$)/.test(address.slice(baseOf(language).length))
  const language = TRANSLATIONS.find((one) => address.startsWith(baseOf(one)) && isIn(one)) ?? 'en'
  const path = address.slice(baseOf(language).length)
  return { language, path: path.startsWith('/') ? path : `/${path}` }
}
