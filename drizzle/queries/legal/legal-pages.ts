import { and, desc, eq, max } from 'drizzle-orm'
import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { legalPages, legalTranslations } from '#drizzle/schema/index.ts'

// Versions of legal pages: docs/requirements.md#legal-pages.

export type LegalPageRow = typeof legalPages.$inferSelect
export type LegalVersionRow = Omit<LegalPageRow, 'page' | 'body'>

export type LegalTranslationRow = typeof legalTranslations.$inferSelect

const { page, version, effectiveOn, publishedAt } = legalPages

/** The versions of a page, newest first, without their texts. */
export function listLegalVersions(db: Database, name: LegalPageName): LegalVersionRow[] {
  return db
    .select({ version, effectiveOn, publishedAt })
    .from(legalPages)
    .where(eq(page, name))
    .orderBy(desc(version))
    .all()
}

export function findLegalPage(
  db: Database,
  name: LegalPageName,
  wanted: number,
): LegalPageRow | undefined {
  return db
    .select()
    .from(legalPages)
    .where(and(eq(page, name), eq(version, wanted)))
    .get()
}

/** The pages that have a version. */
export function listPublishedPages(db: Database): LegalPageName[] {
  // Every published page has exactly one version 1.
  const published = db.select({ page }).from(legalPages).where(eq(version, 1)).all()
  return published.map((row) => row.page)
}

export function insertLegalPage(db: Transaction, row: LegalPageRow): void {
  db.insert(legalPages).values(row).run()
}

/** The newest texts of a version in other languages. */
export function listLegalTranslations(
  db: Database,
  { page: name, version: of }: Pick<LegalPageRow, 'page' | 'version'>,
): Omit<LegalTranslationRow, 'page' | 'version' | 'savedAt'>[] {
  const { page, version, language, revision, body } = legalTranslations
  return (
    db
      // The bare column comes from the row with the maximum: https://sqlite.org/lang_select.html#bareagg
      .select({ language, revision: max(revision).mapWith(Number), body })
      .from(legalTranslations)
      .where(and(eq(page, name), eq(version, of)))
      .groupBy(language)
      .all()
  )
}

/** The versions of a page that have a text in another language, each with that language. */
export function listTranslatedVersions(
  db: Database,
  name: LegalPageName,
): Pick<LegalTranslationRow, 'version' | 'language'>[] {
  const { page, version, language, revision } = legalTranslations
  // Every translated version has exactly one revision 1.
  return db
    .select({ version, language })
    .from(legalTranslations)
    .where(and(eq(page, name), eq(revision, 1)))
    .all()
}

export function insertLegalTranslation(db: Transaction, row: LegalTranslationRow): void {
  db.insert(legalTranslations).values(row).run()
}
