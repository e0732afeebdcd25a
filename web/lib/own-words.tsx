import { createContext, type ReactNode, use } from 'react'
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

/** Whether words of the website have no translation, or come translated. */
const isLeft = (key: string) =>
  key === 'story' || key === 'details' || AS_IT_IS.some((name) => name === key)

/** Words of the website that the clinic wrote, in the page's language where they have a translation. */
export function useOwnTexts<Words>(words: Words): Words {
  return LANGUAGE === 'en' ? words : translateAll(words, use(OwnWords))
}

/** The translations of all texts of a value; texts without one stay. */
export function translateAll<Value>(value: Value, translations: Translations): Value
export function translateAll(value: unknown, translations: Translations): unknown {
  if (typeof value === 'string') return translations[value] ?? value
  if (Array.isArray(value)) return value.map((item) => translateAll(item, translations))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [
    key,
    isLeft(key) ? part : translateAll(part, translations),
  ])
  return Object.fromEntries(entries)
}
