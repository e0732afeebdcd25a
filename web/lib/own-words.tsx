import { createContext, type ReactNode, use } from 'react'
import { LANGUAGE } from '#words/en/language.ts'

// What the clinic wrote for families: docs/requirements.md#languages.

/** Texts of the clinic in the page's language, by the English text. */
export type Translations = Readonly<Record<string, string>>

export const OwnWords = createContext<Translations>({})

/** A text that the clinic wrote, in the page's language; marked as English while it has no translation. */
export function OwnText({ children: text }: { children: string }): ReactNode {
  if (LANGUAGE === 'en') return text
  const translation = use(OwnWords)[text]
  return translation ?? <span lang="en">{text}</span>
}

/** The same for attributes and sentences, which cannot be marked. */
export function useOwnText(): (text: string) => string {
  const translations = use(OwnWords)
  return (text) => translations[text] ?? text
}
