import { expect, it } from 'vitest'
import { languageOf } from './link-language.tsx'

const SITE = 'https://sprout.example'

it.each([
  ['/es', 'es'],
  ['/es/dashboard/profile', 'es'],
  ['/es?day=2027-05-01#times', 'es'],
  ['/', 'en'],
  ['/essay', 'en'],
  ['/dashboard?next=/es/', 'en'],
])('knows the language of %s', (path, language) => {
  expect(languageOf(SITE + path, SITE)).toBe(language)
})

it.each([null, '', '/es', 'javascript:alert(1)', 'https://elsewhere.example/es'])(
  'knows no language of %s',
  (url) => {
    expect(languageOf(url, SITE)).toBeUndefined()
  },
)
