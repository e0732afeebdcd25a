import { isDeepStrictEqual } from 'node:util'
import type { IsoDate } from '#contract/dates.ts'
import type { NewLegalVersion } from '#contract/legal/legal-pages.ts'
import { LEGAL_PAGES, LEGAL_TITLES, type LegalPageName } from '#contract/legal/legal-titles.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  findLegalPage,
  insertLegalPage,
  type LegalPageRow,
  type LegalVersionRow,
  listLegalVersions,
  listPublishedPages,
} from '#drizzle/queries/legal/legal-pages.ts'

// Legal pages: docs/requirements.md#legal-pages.

/** A version of a page, and all of its versions. */
export interface PublishedVersion {
  row: LegalPageRow
  /** Newest first. */
  versions: readonly LegalVersionRow[]
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
  return row && { row, versions, inEffect }
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
