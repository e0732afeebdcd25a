import { and, desc, eq } from 'drizzle-orm'
import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { legalPages } from '#drizzle/schema/index.ts'

// Versions of legal pages: docs/requirements.md#legal-pages.

export type LegalPageRow = typeof legalPages.$inferSelect
export type LegalVersionRow = Omit<LegalPageRow, 'page' | 'body'>

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
