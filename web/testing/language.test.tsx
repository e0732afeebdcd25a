import { expect, inject, it } from 'vitest'
import { addressOf } from '#web/lib/own-path.ts'
import { LANGUAGE } from '#words/en/language.ts'
import { addressIn, type Language } from '#words/languages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The language of the project's pages. */
    language: Language
  }
}

it('runs the pages in the language of the project', () => {
  const language = inject('language')
  expect(LANGUAGE).toBe(language)
  expect(addressOf('/login')).toBe(addressIn(language, '/login'))
})
