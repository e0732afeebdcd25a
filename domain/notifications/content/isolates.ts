// Unicode's isolates (https://www.unicode.org/reports/tr9/) around what sentences say of others: a name, a phone
// number or a text of the clinic whose direction differs must not reorder the sentence. The HTML of emails has
// elements for them; subjects, plain texts and calendars go without.

const [FIRST_STRONG, LEFT_TO_RIGHT, END] = ['\u2068', '\u2066', '\u2069']

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** In which a language is written. */
export type Direction = 'ltr' | 'rtl'

/** Isolates a text that a language of this direction would mix up with what is around it. */
export const isolated = (text: string, direction: Direction): string =>
  direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? FIRST_STRONG + text + END : text

/** Isolates a text of the clinic that is in English, as there is no translation, within another language. */
export const inEnglish = (text: string): string => LEFT_TO_RIGHT + text + END

/** The same words, with functions that isolate the texts they are given. */
export function isolating<Words>(words: Words, direction: Direction): Words
export function isolating(words: unknown, direction: Direction): unknown {
  if (typeof words === 'function') {
    return (...values: unknown[]) =>
      words(
        ...values.map((value) => (typeof value === 'string' ? isolated(value, direction) : value)),
      )
  }
  if (typeof words !== 'object' || words === null || Array.isArray(words)) return words
  return Object.fromEntries(
    Object.entries(words).map(([key, own]) => [key, isolating(own, direction)]),
  )
}

/** The text without isolates. */
export const withoutIsolates = (text: string): string =>
  text.replaceAll(/[\u2066\u2068\u2069]/g, '')

const INNERMOST = /([\u2066\u2068])([^\u2066\u2068\u2069]*)\u2069/g

/** Elements for the isolates of escaped text. Isolates without an end, or a start, are left out. */
export function isolatesToElements(markup: string): string {
  const inner = markup.replaceAll(INNERMOST, (_, start: string, text: string) =>
    start === LEFT_TO_RIGHT ? `<bdi lang="en">${text}</bdi>` : `<bdi>${text}</bdi>`,
  )
  return inner === markup ? withoutIsolates(markup) : isolatesToElements(inner)
}
