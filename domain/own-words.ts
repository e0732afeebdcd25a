import type { Database } from '#drizzle/client.ts'
import { readTranslations } from '#drizzle/queries/schedule/translations.ts'
import type { Translation } from '#words/languages.ts'
import { defaultTranslations } from './speech.ts'

// What the clinic wrote for families, in other languages: docs/requirements.md#languages.

/** Translations of a language by the English text, those that come with the words of a new clinic included. */
export function translationsOf(db: Database, language: Translation): ReadonlyMap<string, string> {
  const known = defaultTranslations(language)
  for (const [text, translation] of readTranslations(db, language)) known.set(text, translation)
  return known
}
