/** A sentence of the words, which takes the values in it: a text, or React elements. */
type Sentence = (...values: string[]) => unknown

/** Stands for each value. */
const VALUE = '\uFFFC'
const WITH_SPACES = new RegExp(` ?${VALUE} ?`, 'g')

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

/** Matches a whole sentence with any values; the ones in elements of their own may be missing. */
export function anyOf(sentence: Sentence): RegExp {
  const text = textOf(sentence(...Array<string>(sentence.length).fill(VALUE)))
  return new RegExp(`^${escaped(text).replaceAll(WITH_SPACES, '.*')}$`)
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
