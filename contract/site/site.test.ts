import { describe, expect, it } from 'vitest'
import { siteChange } from './site.ts'
import { TODAYS_WORDS } from './todays-words.ts'

const problemsOf = (section: string, words: object) =>
  siteChange
    .safeParse({ section, words, confirmed: [], version: 0 })
    .error?.issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`)

const HERO = TODAYS_WORDS.hero
const WHY = TODAYS_WORDS.why

describe('the words of a section', () => {
  it('are plain texts, without direction overrides and control characters', () => {
    const parsed = siteChange.parse({
      section: 'hero',
      words: { ...HERO, title: '  in\u202Evoice <b>' },
      confirmed: [],
      version: 0,
    })
    expect(parsed.words).toMatchObject({ title: 'invoice <b>' })
    expect(problemsOf('hero', { ...HERO, title: 'a\u0000b' })).toEqual([
      'title: Title has characters that can’t be shown',
    ])
    expect(problemsOf('hero', { ...HERO, title: ' ' })).toEqual(['title: Title is required'])
  })

  it('name each part once', () => {
    const [reason] = WHY.reasons
    expect(problemsOf('why', { ...WHY, reasons: [reason, reason] })).toEqual([
      'reasons: Two of the reasons are the same',
    ])
  })

  it('have at most 20 kB', () => {
    const rooms = Array.from({ length: 9 }, (_, index) => ({
      title: `Room ${index}`,
      text: '界'.repeat(200),
    }))
    const words = { ...TODAYS_WORDS.about, rooms }
    expect(problemsOf('about', words)).toBeUndefined()
    expect(problemsOf('about', { ...words, story: '界'.repeat(3_300) })).toBeUndefined()
    expect(problemsOf('about', { ...words, story: '界'.repeat(3_400) })).toEqual([
      'words.story: Story must be 10 kB or smaller'.slice('words.'.length),
    ])
    const testimonials = Array.from({ length: 6 }, (_, index) => ({
      name: '界'.repeat(60),
      relation: '界'.repeat(60),
      details: `${index}${'界'.repeat(599)}`,
      permissionSince: '2027-01-04',
      permissionBy: '界'.repeat(100),
    }))
    expect(problemsOf('testimonials', { testimonials: testimonials.slice(0, 2) })).toBeUndefined()
  })

  it('have links only to other sites, emails, phones and pages of the site', () => {
    expect(
      problemsOf('about', { ...TODAYS_WORDS.about, story: '[press](javascript:alert)' }),
    ).toEqual([expect.stringMatching(/^story: Line 1: a link can’t lead to “javascript:alert”/)])
  })
})
