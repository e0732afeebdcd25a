import { BASE, LANGUAGE } from '#words/en/language.ts'
import { addressIn } from '#words/languages.ts'

/** The path of an address of this site as the router has it: without the language. */
export function routerPath(pathname: string): string {
  if (!BASE || !(pathname === BASE || pathname.startsWith(`${BASE}/`))) return pathname
  return pathname.slice(BASE.length) || '/'
}

/** The address of a router's path: with the language. */
export const addressOf = (path: string) => (LANGUAGE === 'en' ? path : addressIn(LANGUAGE, path))
