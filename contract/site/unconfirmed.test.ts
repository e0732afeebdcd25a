import { describe, expect, it, test } from 'vitest'
import { FACT_LIST, FACTS } from './facts.ts'
import { SECTIONS, type Section } from './sections.ts'
import { type SiteSection, siteChange } from './site.ts'
import { TODAYS_WORDS } from './todays-words.ts'
import { unconfirmedIn, type Words, withoutFact } from './unconfirmed.ts'

const today = (section: Section, change: Partial<SiteSection> = {}): SiteSection =>
  ({
    section,
    version: 0,
    words: TODAYS_WORDS[section],
    confirmed: [],
    ...change,
  }) as SiteSection

const openOf = (state: SiteSection) => unconfirmedIn(state, FACT_LIST).map(({ fact }) => fact)

/** The words of a section in which every fact is hidden. */
const hiddenIn = (section: Section) =>
  FACT_LIST.filter((fact) => fact.section === section).reduce(
    withoutFact,
    TODAYS_WORDS[section] as Words,
  )

test('today’s words claim every fact, each in its own section', () => {
  const open = SECTIONS.flatMap((section) => openOf(today(section)))
  expect(open.toSorted()).toEqual(FACT_LIST.map(({ fact }) => fact).toSorted())
})

describe.each(FACT_LIST)('the fact “$label”', (fact) => {
  const { section } = fact

  it('is settled once an admin has confirmed it', () => {
    expect(openOf(today(section, { confirmed: [fact.fact] }))).not.toContain(fact.fact)
  })

  it('is settled once it is hidden, and no other one is', () => {
    const words = withoutFact(TODAYS_WORDS[section], fact)
    const state = today(section, { words } as Partial<SiteSection>)
    expect(openOf(state)).toEqual(openOf(today(section)).filter((other) => other !== fact.fact))
  })
})

it('is settled by other words', () => {
  const [first, ...others] = TODAYS_WORDS.why.reasons
  const reasons = [{ title: first?.title ?? '', text: 'Most families wait 20 minutes.' }, ...others]
  const words = { ...TODAYS_WORDS.why, reasons }
  expect(openOf(today('why', { words } as Partial<SiteSection>))).toEqual(['roof'])
})

it('is settled by a source, without which figures and testimonials are not saved', () => {
  for (const section of ['statistics', 'testimonials'] as const) {
    const change = { section, words: TODAYS_WORDS[section], confirmed: [], version: 0 }
    const fields = siteChange.safeParse(change).error?.issues.map(({ path }) => path.at(-1))
    expect(new Set(fields)).toEqual(
      new Set(section === 'statistics' ? ['source'] : ['permissionSince', 'permissionBy']),
    )
    expect(openOf(today(section, { version: 1 }))).toEqual([])
  }
})

test.each(SECTIONS)('the words of %s can be saved with every fact hidden', (section) => {
  const words = hiddenIn(section)
  const saved = siteChange.safeParse({ section, words, confirmed: [], version: 0 })
  expect(saved.error?.issues ?? []).toEqual([])
  expect(openOf(today(section, { words } as Partial<SiteSection>))).toEqual([])
})

test('no two facts say the same, but for what search engines read', () => {
  const said = Object.values(FACTS).flatMap(({ says }) => says)
  const twice = said.filter((text, index) => said.indexOf(text) !== index)
  expect(new Set(twice).size).toBeLessThanOrEqual(1)
})
