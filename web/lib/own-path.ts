import { addressUnder } from '#words/addresses.ts'
import { BASE } from '#words/en/language.ts'

/** The path of an address of this site as the router has it: without the language. */
export function routerPath(pathname: string): string {
  if (!BASE || !(pathname === BASE || pathname.startsWith(`${BASE}/`))) return pathname
  return pathname.slice(BASE.length) || '/'
}

/** The address of a router's path: with the language. */
export const addressOf = (path: string) => (BASE ? addressUnder(BASE, path) : path)
