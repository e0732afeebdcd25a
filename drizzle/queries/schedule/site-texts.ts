import { and, eq, isNotNull, lt, max } from 'drizzle-orm'
import type { Section } from '#contract/site/sections.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { siteTexts } from '#drizzle/schema/index.ts'

export type SiteTextRow = typeof siteTexts.$inferSelect

const statements = prepareOnce((db: Database) => ({
  // The bare columns come from the row with the maximum:
  // https://sqlite.org/lang_select.html#bareagg
  newest: db
    .select({
      section: siteTexts.section,
      version: max(siteTexts.version).mapWith(Number),
      body: siteTexts.body,
      confirmed: siteTexts.confirmed,
    })
    .from(siteTexts)
    .groupBy(siteTexts.section),
}))

/** The present words of each section that an admin has saved. */
export function listSiteTexts(db: Database): Omit<SiteTextRow, 'writtenAt'>[] {
  return statements(db).newest.all()
}

export function insertSiteText(db: Transaction, row: SiteTextRow): void {
  db.insert(siteTexts).values(row).run()
}

/** Deletes the words of a section from before a version. */
export function eraseOlderTexts(db: Transaction, section: Section, version: number): void {
  const { section: of, version: older, body } = siteTexts
  db.update(siteTexts)
    .set({ body: null })
    .where(and(eq(of, section), lt(older, version), isNotNull(body)))
    .run()
}
