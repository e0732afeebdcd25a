// Apart from the languages, so that pages need not load those before they are used.

/** The header by which pages in another language than English ask for answers in theirs. */
export const LANGUAGE_HEADER = 'x-language'

/** The address of a page. @param base what addresses in its language begin with, such as '/es' */
export function addressUnder(base: string, path: string): string {
  return base && /^\/(?=[?#]|$)/.test(path) ? base + path.slice(1) : base + path
}
