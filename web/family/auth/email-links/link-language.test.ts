import { expect, it } from 'vitest'
import { askedLanguage } from './link-language.tsx'

const SITE = 'https://sprout.example'

const searchOf = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`

it.each([
  ['/es', 'es'],
  ['/es/dashboard/profile', 'es'],
  ['/es?day=2027-05-01#times', 'es'],
  ['/', 'en'],
  ['/essay', 'en'],
  ['/dashboard?next=/es/', 'en'],
])('knows the language of %s', (path, language) => {
  expect(askedLanguage(searchOf({ continueUrl: SITE + path }), SITE)).toBe(language)
})

it.each(['', '/es', 'javascript:alert(1)', 'https://elsewhere.example/es'])(
  'knows no language of %s',
  (continueUrl) => {
    expect(askedLanguage(searchOf({ continueUrl }), SITE)).toBeUndefined()
  },
)

it.each([
  [{ lang: 'es' }, 'es'],
  [{ lang: 'en' }, 'en'],
  [{ lang: 'xx' }, undefined],
  [{}, undefined],
  [{ lang: 'en', continueUrl: `${SITE}/es/dashboard` }, 'es'],
  // As a page has it that another language led to.
  [{ lang: 'es', continueUrl: '/dashboard' }, undefined],
] as const)('goes by the page of the request, or else by the email: %j', (parameters, language) => {
  expect(askedLanguage(searchOf(parameters), SITE)).toBe(language)
})
