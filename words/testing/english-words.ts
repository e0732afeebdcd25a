import * as english from '../en/all.ts'
import * as spanish from '../es/all.ts'
import { OWN_NAMES } from '../language-names.ts'

/** Every text of the words; of functions, the pieces between their values. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((one: unknown) => {
    if (typeof one === 'string') return [one]
    if (typeof one === 'function') return piecesOf(String(one))
    return typeof one === 'object' && one !== null ? textsOf(one) : []
  })
}

const piecesOf = (code: string) =>
  [...code.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/gs)].flatMap(([, , text = '']) =>
    text.split(/\$\{[^}]*\}/).map((piece) => piece.trim()),
  )

/** Languages call themselves the same on every page. */
const SPANISH = new Set([...textsOf(spanish), ...Object.values(OWN_NAMES)])

/** What only English pages say. */
const onlyEnglish = (words: object) =>
  [...new Set(textsOf(words))].filter((text) => /[a-z]/.test(text) && !SPANISH.has(text))

const ENGLISH = onlyEnglish(english)
const WHOLE = new Set(ENGLISH)
const SENTENCES = ENGLISH.filter((text) => text.split(/\s+/).length > 2)

/** Whether a Spanish text is an English one, or has an English sentence in it. */
export const isEnglish = (text: string) =>
  WHOLE.has(text) || SENTENCES.some((sentence) => text.includes(sentence))

/** The words of a text, between spaces, in lower case. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .match(/[\p{L}\d]+/gu)
    ?.join(' ')} `

/**
 * What a Spanish text has of English words, also of single ones, in any case.
 * @param words English ones
 */
export function findWords(text: string, words: object): string[] {
  const said = wordsOf(text)
  return onlyEnglish(words).filter((piece) => said.includes(wordsOf(piece)))
}
