import { isDeepStrictEqual } from 'node:util'
import type { IsoDate } from '#contract/dates.ts'
import type { FactName, SiteFact, UnconfirmedFact } from '#contract/site/fact-names.ts'
import { FACT_LIST, FACTS } from '#contract/site/facts.ts'
import { SECTIONS, type Section } from '#contract/site/sections.ts'
import type { SiteChange, SiteSection } from '#contract/site/site.ts'
import { TODAYS_WORDS } from '#contract/site/todays-words.ts'
import { unconfirmedIn } from '#contract/site/unconfirmed.ts'
import { hasRealProviders, type ProviderSettings } from '#domain/config/env.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { readOpening } from '#drizzle/queries/schedule/opening.ts'
import {
  eraseOlderTexts,
  insertSiteText,
  listSiteTexts,
} from '#drizzle/queries/schedule/site-texts.ts'

// The words of the website: docs/requirements.md#words-of-the-website.

/** The words of all sections, as admins edit them. */
export function listSections(db: Database): SiteSection[] {
  const saved = new Map(listSiteTexts(db).map((row) => [row.section, row]))
  return SECTIONS.map((section) => {
    const row = saved.get(section)
    const words = row?.body ?? TODAYS_WORDS[section]
    const { version = 0, confirmed = [] } = row ?? {}
    // Only words that passed the section's schema are stored.
    return { section, version, words, confirmed } as SiteSection
  })
}

export function findSection<Wanted extends Section>(
  db: Database,
  wanted: Wanted,
): Extract<SiteSection, { section: Wanted }> {
  const found = listSections(db).find(
    (one): one is Extract<SiteSection, { section: Wanted }> => one.section === wanted,
  )
  if (!found) throw new Error(`The website has no section ${wanted}`)
  return found
}

/**
 * The facts that have to be confirmed. With stand-ins there are none, because the site is not a
 * real clinic's.
 */
export const factsToConfirm = (env: ProviderSettings): readonly SiteFact[] =>
  hasRealProviders(env) ? FACT_LIST : []

/** The facts that no admin has written, confirmed or hidden. */
export function listUnconfirmed(db: Database, env: ProviderSettings): UnconfirmedFact[] {
  const facts = factsToConfirm(env)
  return facts.length > 0
    ? listSections(db).flatMap((section) => unconfirmedIn(section, facts))
    : []
}

type SiteOutcome =
  | { outcome: 'changed' | 'unchanged' | 'stale' | 'future' }
  | { outcome: 'facts'; facts: UnconfirmedFact[] }

/**
 * Saves the words of a section. On a site with real providers that is open or will open, words that
 * contain further unconfirmed facts are refused.
 */
export function changeSection(
  db: Transaction,
  { section, words, confirmed, version: seen }: SiteChange,
  { env, today }: { env: ProviderSettings; today: IsoDate },
  { actor, now }: ChangedBy,
): SiteOutcome {
  const before = findSection(db, section)
  if (before.version !== seen) return { outcome: 'stale' }
  const version = seen + 1
  const after = { section, version, words, confirmed: ownFacts(section, confirmed) } as SiteSection
  if (seen > 0 && isDeepStrictEqual({ ...after, version: seen }, before)) {
    return { outcome: 'unchanged' }
  }
  if (section === 'testimonials') {
    const isFuture = words.testimonials.some(({ permissionSince }) => permissionSince > today)
    if (isFuture) return { outcome: 'future' }
  }
  if (readOpening(db).state !== 'preparing') {
    const toConfirm = factsToConfirm(env)
    const open = new Set(unconfirmedIn(before, toConfirm).map(({ fact }) => fact))
    const facts = unconfirmedIn(after, toConfirm).filter(({ fact }) => !open.has(fact))
    if (facts.length > 0) return { outcome: 'facts', facts }
  }
  const { words: body } = after
  insertSiteText(db, { section, version, body, confirmed: after.confirmed, writtenAt: now })
  // Older texts are deleted, because a family may withdraw its permission.
  if (section === 'testimonials') eraseOlderTexts(db, section, version)
  appendEvent(db, { kind: 'site.changed', actor, subject: section, data: { version } }, now)
  return { outcome: 'changed' }
}

/** The section's own facts among the confirmed ones, without duplicates. */
const ownFacts = (section: Section, confirmed: readonly FactName[]) =>
  [...new Set(confirmed)].filter((fact) => FACTS[fact].section === section).sort()
