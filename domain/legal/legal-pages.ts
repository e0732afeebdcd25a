import { isDeepStrictEqual } from 'node:util'
import type { IsoDate } from '#contract/dates.ts'
import type { NewLegalTranslation, NewLegalVersion } from '#contract/legal/legal-pages.ts'
import { LEGAL_PAGES, LEGAL_TITLES, type LegalPageName } from '#contract/legal/legal-titles.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  findLegalPage,
  insertLegalPage,
  insertLegalTranslation,
  type LegalPageRow,
  type LegalVersionRow,
  listLegalTranslations,
  listLegalVersions,
  listPublishedPages,
  listTranslatedVersions,
} from '#drizzle/queries/legal/legal-pages.ts'
import type { Translation } from '#words/languages.ts'

// Legal pages: docs/requirements.md#legal-pages.

/** A version without its text. */
interface TranslatedVersion extends LegalVersionRow {
  /** The languages other than English in which its text is there. */
  languages: Translation[]
}

/** A version of a page, and all of its versions. */
export interface PublishedVersion {
  row: LegalPageRow
  /** The newest texts of the version in other languages. */
  translations: ReturnType<typeof listLegalTranslations>
  /** Newest first. */
  versions: readonly TranslatedVersion[]
  /** The version in effect; undefined if none is in effect yet. */
  inEffect: number | undefined
}

/**
 * A version of a page; undefined when there is none.
 * @param wanted without a version, the one in effect, or the first one if none is in effect yet
 */
export function readLegalPage(
  db: Database,
  page: LegalPageName,
  { today, wanted }: { today: IsoDate; wanted?: number | undefined },
): PublishedVersion | undefined {
  const versions = listLegalVersions(db, page)
  const inEffect = versions.find(({ effectiveOn }) => effectiveOn <= today)?.version
  const row = findLegalPage(db, page, wanted ?? inEffect ?? 1)
  if (!row) return undefined
  const translated = Map.groupBy(listTranslatedVersions(db, page), ({ version }) => version)
  return {
    row,
    translations: listLegalTranslations(db, row),
    versions: versions.map((each) => ({
      ...each,
      languages: (translated.get(each.version) ?? []).map(({ language }) => language),
    })),
    inEffect,
  }
}

/** The pages that the site links to, in their order. */
export function publishedLegalPages(db: Database): { page: LegalPageName; title: string }[] {
  const published = new Set(listPublishedPages(db))
  return LEGAL_PAGES.filter((page) => published.has(page)).map((page) => ({
    page,
    title: LEGAL_TITLES[page],
  }))
}

/** Whether the Notice of Privacy Practices is published. */
export const hasNotice = (db: Database) => listPublishedPages(db).includes('notice')

type PublishOutcome =
  | { outcome: 'published' | 'unchanged' | 'stale'; version: number }
  | { outcome: 'too_early'; version: number; effectiveOn: IsoDate }

/**
 * Publishes the next version of a page. A repeated call with the same text and day changes nothing
 * and succeeds.
 */
export function publishLegalPage(
  db: Transaction,
  page: LegalPageName,
  { version: seen, effectiveOn, text }: NewLegalVersion,
  { actor, now }: ChangedBy,
): PublishOutcome {
  const body = parseRichText(text).blocks
  const [newest] = listLegalVersions(db, page)
  const version = newest?.version ?? 0
  if (version !== seen) {
    const row = version === seen + 1 ? findLegalPage(db, page, version) : undefined
    const isSame = row?.effectiveOn === effectiveOn && isDeepStrictEqual(row.body, body)
    return { outcome: isSame ? 'unchanged' : 'stale', version }
  }
  if (newest && effectiveOn < newest.effectiveOn) {
    return { outcome: 'too_early', version, effectiveOn: newest.effectiveOn }
  }
  insertLegalPage(db, { page, version: version + 1, effectiveOn, body, publishedAt: now })
  const data = { version: version + 1, effectiveOn }
  appendEvent(db, { kind: 'legal.published', actor, subject: page, data }, now)
  return { outcome: 'published', version: version + 1 }
}

type TranslateOutcome = 'translated' | 'unchanged' | 'stale' | 'not_found' | 'version_ended'

/**
 * Saves the text of a version in another language: the first, or a correction. A repeated call with the same
 * text changes nothing and succeeds.
 */
export function translateLegalPage(
  db: Transaction,
  { page, language }: { page: LegalPageName; language: Translation },
  { version, revision: seen, text }: NewLegalTranslation,
  { actor, now, today }: ChangedBy & { today: IsoDate },
): TranslateOutcome {
  const found = readLegalPage(db, page, { today, wanted: version })
  if (!found) return 'not_found'
  if (found.inEffect !== undefined && version < found.inEffect) return 'version_ended'
  const body = parseRichText(text).blocks
  const newest = found.translations.find((each) => each.language === language)
  if (isDeepStrictEqual(newest?.body, body)) return 'unchanged'
  if ((newest?.revision ?? 0) !== seen) return 'stale'
  const revision = seen + 1
  insertLegalTranslation(db, { page, version, language, revision, body, savedAt: now })
  const data = { version, language, revision }
  appendEvent(db, { kind: 'legal.translated', actor, subject: page, data }, now)
  return 'translated'
}
