import type { SiteFact, UnconfirmedFact } from './fact-names.ts'
import type { Section } from './sections.ts'
import type { SiteSection } from './site.ts'

/** The words of a section, in a form or an answer. */
export type Words = Readonly<Record<string, unknown>>

/** Separates the paragraphs of a text. */
const PARAGRAPHS = /\n{2,}/

/** What an item of a section claims: an item of a list, or a text. */
function claimOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const { figure, label, details, text } = item as Record<string, unknown>
  return figure === undefined ? String(details ?? text) : `${figure} ${label}`
}

/** The claims in the words of a section, comparable with `says` of a fact. */
const claimsOf = (words: Words): string[] =>
  Object.entries(words).flatMap(([name, value]) => {
    if (name === 'story') return String(value).split(PARAGRAPHS)
    return Array.isArray(value) ? value.map(claimOf) : [String(value)]
  })

/**
 * Sections in which each claim comes with its source or permission, so that saving them confirms
 * it.
 */
export const PROVEN: readonly Section[] = ['statistics', 'testimonials']

/** The facts that a section still claims and that no admin has confirmed. */
export function unconfirmedIn(
  { section, version, words, confirmed }: SiteSection,
  facts: readonly SiteFact[],
): UnconfirmedFact[] {
  if (version > 0 && PROVEN.includes(section)) return []
  const claims = claimsOf(words)
  const shows = (words as Words).shown
  return facts
    .filter(({ fact, section: of }) => of === section && !confirmed.includes(fact))
    .filter(({ says }) =>
      shows === undefined ? says.some((claim) => claims.includes(claim)) : shows === 'sample',
    )
    .map(({ fact, label }) => ({ fact, section, label }))
}

/** The words of a section without the claims of a fact. */
export function withoutFact(words: Words, { says, section }: SiteFact): Words {
  const isClaim = (item: unknown) => says.includes(claimOf(item))
  const hidden = Object.entries(words).map(([name, value]) => {
    if (name === 'shown') return [name, section === 'team' ? 'none' : 'clinic']
    if (name === 'story') {
      const paragraphs = String(value).split(PARAGRAPHS)
      return [name, paragraphs.filter((paragraph) => !isClaim(paragraph)).join('\n\n')]
    }
    if (Array.isArray(value)) return [name, value.filter((item) => !isClaim(item))]
    return [name, isClaim(value) ? '' : value]
  })
  return Object.fromEntries(hidden)
}
