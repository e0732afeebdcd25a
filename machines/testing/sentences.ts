/** A sentence of the words, which takes the values in it: a text, or React elements. */
type Sentence = (...values: never[]) => unknown

/** Stands for each value. */
const VALUE = '\uFFFC'

/** What a sentence with elements says. */
export function textOf(sentence: unknown): string {
  if (typeof sentence === 'string') return sentence
  if (Array.isArray(sentence)) return sentence.map(textOf).join('')
  // React's own elements, and the ones that Playwright makes.
  return textOf((sentence as { props: { children: unknown } }).props.children)
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches each of the texts as a whole. */
export const oneOf = (...texts: string[]): RegExp =>
  new RegExp(`^(${texts.map(escaped).join('|')})$`)

/** Matches a text anywhere. */
export const containing = (text: string): RegExp => new RegExp(escaped(text))

/**
 * Matches each of the sentences as a whole, with any values, which they only insert; the ones in elements of
 * their own may be missing.
 */
export function anyOf(...sentences: Sentence[]): RegExp {
  const patterns = sentences.map((sentence) => {
    const values = Array<string>(sentence.length).fill(VALUE)
    const text = textOf((sentence as (...values: string[]) => unknown)(...values))
    return escaped(text).replaceAll(` ${VALUE} `, ' (?:.* )?').replaceAll(VALUE, '.*')
  })
  return new RegExp(`^(${patterns.join('|')})$`)
}

/** The text of the link in a sentence. */
export function linkIn(sentence: (link: (text: string) => string) => unknown): string {
  let linked = ''
  sentence((text) => {
    linked = text
    return text
  })
  return linked
}
