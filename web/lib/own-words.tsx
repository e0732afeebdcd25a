import { cloneElement, createContext, type ReactElement, type ReactNode, use } from 'react'
import { AS_IT_IS } from '#contract/site/words-in-parts.ts'
import { LANGUAGE } from '#words/en/language.ts'

// What the clinic wrote for families: docs/requirements.md#languages.

/** Texts of the clinic in the page's language, by the English text. */
export type Translations = Readonly<Record<string, string>>

export const OwnWords = createContext<Translations>({})

interface OwnTextProps {
  children: string
  /** Shows the text, instead of the text alone. */
  as?: (props: { text: string }) => ReactNode
}

/** A text that the clinic wrote, in the page's language; marked as English while it has no translation. */
export function OwnText({ children: text, as: Shown }: OwnTextProps): ReactNode {
  const show = (own: string) => (Shown ? <Shown text={own} /> : own)
  if (LANGUAGE === 'en') return show(text)
  const translation = use(OwnWords)[text]
  return translation === undefined ? <span lang="en">{show(text)}</span> : show(translation)
}

/** The same as an option of a select. */
export function useOwnChoice(): (text: string) => { value: string; label: string; lang?: 'en' } {
  if (LANGUAGE === 'en') return (value) => ({ value, label: value })
  const translations = use(OwnWords)
  return (value) => {
    const label = translations[value]
    return label === undefined ? { value, label: value, lang: 'en' } : { value, label }
  }
}

/** The same for attributes and sentences, which cannot be marked. */
export function useOwnText(): (text: string) => string {
  if (LANGUAGE === 'en') return (text) => text
  const translations = use(OwnWords)
  return (text) => translations[text] ?? text
}

/** A text that the clinic wrote as pages show it: an element while it has no translation. */
export type Said = string | ReactElement<{ children: string }>

/** Words of the website, with what pages show instead of their texts. */
export type SaidIn<Words> = Words extends string
  ? Said
  : Words extends readonly (infer Item)[]
    ? readonly SaidIn<Item>[]
    : Words extends object
      ? { [Name in keyof Words]: Name extends AsItIs ? Words[Name] : SaidIn<Words[Name]> }
      : Words

/** The story and the details of testimonials come translated, or marked as English. */
const LEFT = [...AS_IT_IS, 'story', 'details'] as const
type AsItIs = (typeof LEFT)[number]

/** Words of the website that the clinic wrote, in the page's language; marked as English without a translation. */
export function useOwnTexts<Words>(words: Words): SaidIn<Words>
export function useOwnTexts(words: unknown): unknown {
  if (LANGUAGE === 'en') return words
  return translateEach(words, use(OwnWords), (text) => <span lang="en">{text}</span>)
}

/** The text of what is shown, for keys and attributes. */
export const textOf = (said: Said): string =>
  LANGUAGE === 'en' || typeof said === 'string' ? String(said) : said.props.children

/** The same with another text. */
export const changed = (said: Said, change: (text: string) => string): Said =>
  LANGUAGE === 'en' || typeof said === 'string'
    ? change(String(said))
    : cloneElement(said, undefined, change(said.props.children))

/** The translations of all texts of a value; texts without one stay. */
export function translateAll<Value>(value: Value, translations: Translations): Value
export function translateAll(value: unknown, translations: Translations): unknown {
  return translateEach(value, translations, (text) => text)
}

/** @param others what becomes of a text without a translation */
function translateEach(
  value: unknown,
  translations: Translations,
  others: (text: string) => unknown,
): unknown {
  if (typeof value === 'string') return translations[value] ?? others(value)
  if (Array.isArray(value)) return value.map((item) => translateEach(item, translations, others))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [
    key,
    LEFT.some((name) => name === key) ? part : translateEach(part, translations, others),
  ])
  return Object.fromEntries(entries)
}
