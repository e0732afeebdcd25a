import { DIRECTION, LOCALE } from '#words/en/language.ts'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * Isolates a name or an address in plain text, which has no `<bdi>`: in letters of the other direction it
 * would reorder the words around it.
 */
export function isolate(name: string): string {
  return DIRECTION === 'rtl' || RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}

/** How a language lists names: 'Mia', 'Mia and Ben', 'Mia, Ben, and Ida'. @param locale for `Intl` */
export function nameListIn(locale: string): (names: readonly string[]) => string {
  const list = new Intl.ListFormat(locale)
  return (names) => list.format(names.map(isolate))
}

/** Names in words, in the language of the site. */
export const joinNames = nameListIn(LOCALE)
