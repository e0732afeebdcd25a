import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { translations } from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'

/** The translations of a language by the English text. */
export function readTranslations(db: Database, language: Translation): Map<string, string> {
  const rows = db.select().from(translations).where(eq(translations.language, language)).all()
  return new Map(rows.map(({ text, translation }) => [text, translation]))
}

/** Keeps the translation of a text; an empty one is removed. */
export function writeTranslation(db: Transaction, row: typeof translations.$inferInsert): void {
  const { language, text, translation } = row
  if (translation === '') {
    db.delete(translations)
      .where(and(eq(translations.language, language), eq(translations.text, text)))
      .run()
    return
  }
  db.insert(translations)
    .values(row)
    .onConflictDoUpdate({
      target: [translations.language, translations.text],
      set: { translation },
    })
    .run()
}
