import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TRANSLATIONS } from './languages.ts'
import { NEEDED, REVIEWS } from './reviews.ts'

/** 'site/home', for each file of a language but the lists of others. */
const filesOf = (language: string) =>
  globSync(`words/${language}/**/*.{ts,tsx}`)
    .map((file) => file.replace(`words/${language}/`, '').replace(/\.tsx?$/, ''))
    .filter((file) => !/(^|\/)all$/.test(file))

describe.each(TRANSLATIONS)('reviews of %s', (language) => {
  const files = filesOf(language)

  it('are of files that exist', () => {
    expect(Object.keys(REVIEWS[language] ?? {}).filter((file) => !files.includes(file))).toEqual([])
  })

  it('are needed of files that exist', () => {
    expect(NEEDED.filter((file) => !files.includes(file))).toEqual([])
    expect(new Set(NEEDED).size).toBe(NEEDED.length)
  })

  it('are needed of all public pages', () => {
    const isPublic = (file: string) => /^(site\/|frame|loading$)/.test(file)
    expect(files.filter((file) => isPublic(file) && !NEEDED.includes(file))).toEqual([])
  })
})

it('says of every file of words what a reviewer has to look at', () => {
  const rows = readFileSync('docs/translation-review.md', 'utf8').matchAll(/^\| `([\w/-]+)` \|/gm)
  const listed = new Set([...rows].map(([, file]) => file))
  const missing = filesOf('en').filter((file) => !listed.has(file.replace(/-sentences$/, '')))
  expect(missing).toEqual([])
})
