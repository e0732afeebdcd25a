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

  it('have at most 20 kB of JSON, and a story at most 10 kB', () => {
    const rooms = Array.from({ length: 9 }, (_, index) => ({
      title: `${'界'.repeat(50)}${index}`,
      text: '界'.repeat(200),
    }))
    const strengths = Array.from({ length: 3 }, (_, index) => ({
      title: `Strength ${index}`,
      text: '界'.repeat(300),
    }))
    const long = { ...TODAYS_WORDS.about, rooms, strengths, contact: '界'.repeat(400), story: '' }
    const storyOf = (bytes: number) => '界'.repeat(Math.floor(bytes / 3)) + 'x'.repeat(bytes % 3)
    const left = 20_000 - Buffer.byteLength(JSON.stringify(long))
    expect(problemsOf('about', { ...long, story: storyOf(left) })).toBeUndefined()
    expect(problemsOf('about', { ...long, story: storyOf(left + 1) })).toEqual([
      ': The section must be 20 kB or smaller',
    ])
    expect(problemsOf('about', { ...TODAYS_WORDS.about, story: storyOf(10_000) })).toBeUndefined()
    expect(problemsOf('about', { ...TODAYS_WORDS.about, story: storyOf(10_001) })).toEqual([
      'story: Story must be 10 kB or smaller',
    ])
  })

  it('have links only to other sites, emails, phones and pages of the site', () => {
    expect(
      problemsOf('about', { ...TODAYS_WORDS.about, story: '[press](javascript:alert)' }),
    ).toEqual([expect.stringMatching(/^story: Line 1: a link can’t lead to “javascript:alert”/)])
  })
})
