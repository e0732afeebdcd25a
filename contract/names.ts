import { LOCALE } from '#words/en/language.ts'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * Isolates a name in plain text, which has no `<bdi>`: a right-to-left name would reorder the words around
 * it.
 */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}

const list = new Intl.ListFormat(LOCALE)

/** Names in words: 'Mia', 'Mia and Ben', 'Mia, Ben, and Ida'. */
export function joinNames(names: readonly string[]): string {
  return list.format(names.map(isolate))
}
