import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { WORDS } from './every-language.ts'
import { ENGLISH_NAMES, OWN_NAMES } from './language-names.ts'
import { baseOf, LANGUAGES, TRANSLATIONS } from './languages.ts'
import { LETTERS } from './letters.ts'
import { RECEIPTS } from './receipts.ts'
import { SANDBOX_CARDS } from './sandbox-cards.ts'
import { SEE_IN } from './see-in.ts'

const filesOf = (language: string) => globSync('**/*.{ts,tsx}', { cwd: `words/${language}` }).sort()

describe.each(LANGUAGES)('the language %s', (language) => {
  it('has every file of English', () => {
    const files = filesOf(language)
    expect(filesOf('en').filter((file) => !files.includes(file))).toEqual([])
  })

  it('has words of its own in each table', () => {
    const { LANGUAGE, LOCALE, BASE, DIRECTION, NAME, ENGLISH_NAME, SEE_HERE } =
      WORDS[language].language
    expect({ LANGUAGE, BASE }).toEqual({ LANGUAGE: language, BASE: baseOf(language) })
    expect(Intl.getCanonicalLocales(LOCALE)).toEqual([LOCALE])
    expect([OWN_NAMES[language], ENGLISH_NAMES[language]]).toEqual([NAME, ENGLISH_NAME])
    expect(SEE_IN[language]).toBe(SEE_HERE)
    expect(LETTERS[language]).toMatchObject({ locale: LOCALE, direction: DIRECTION })
    expect(RECEIPTS[language]).toMatchObject({ locale: LOCALE, direction: DIRECTION })
    expect(SANDBOX_CARDS[language]).toMatchObject({
      language,
      locale: LOCALE,
      direction: DIRECTION,
    })
  })

  it('has its receipts', async () => {
    const { titles } = WORDS[language].receipts
    expect(await RECEIPTS[language].load()).toMatchObject({ receipts: { titles } })
  })
})

it.each([
  ['their names', OWN_NAMES],
  ['their English names', ENGLISH_NAMES],
  ['links', SEE_IN],
])('tells the languages apart by %s', (_, table) => {
  expect(new Set(Object.values(table)).size).toBe(LANGUAGES.length)
})

const COMMENT = /^\s*(\/\/|\/?\*).*$/gm

describe('other code', () => {
  const sources = globSync(
    '{contract,domain,drizzle,machines,sandbox,scripts,server,web,workers}/**/*.{ts,tsx}',
  ).filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  const filesWith = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(file, 'utf8').replace(COMMENT, '')))

  it('imports the words of no other language than English', () => {
    expect(sources.length).toBeGreaterThan(1000)
    expect(filesWith(/#words\/(?!en\/)\w+\//)).toEqual([])
  })

  it('names no other language than English', () => {
    const codes = TRANSLATIONS.join('|')
    expect(filesWith(new RegExp(`['"](${codes})['"]|['"\`]/(${codes})\\b`))).toEqual([])
  })

  it('has no table with a row for each language', () => {
    expect(filesWith(/Record<(Language|Translation),[^=]*= \{|satisfies Record<Language/)).toEqual(
      [],
    )
  })
})
