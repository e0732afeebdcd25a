import { expect, it } from 'vitest'
import { type PseudoLanguage, pseudoLanguage, pseudoWords } from './pseudo-words.ts'

const inPseudo = (code: string, language: PseudoLanguage = 'en-XA') =>
  pseudoWords('words.tsx', code, language).code

it('makes texts longer by 40 %, with accents and brackets', () => {
  expect(inPseudo("export const logIn = 'Log in'")).toBe('export const logIn = "[Ļöĝ îñ ~~~]"')
})

it('keeps facts, numbers and values, and marks the whole text around them', () => {
  expect(inPseudo("export const call = 'Call {phone}'")).toContain('"[Çåļļ {phone} ~')
  expect(inPseudo("export const days = { one: '# day', none: '0' }")).toContain(
    `{ one: "[# đåý ~~]", none: '0' }`,
  )
  const greeting = 'export const hi = (name: string) => `Hi $' + '{name}, hi`'
  expect(inPseudo(greeting)).toContain('`[Ĥî $' + '{name}, ĥî ~~~]`')
})

it('marks text between elements', () => {
  const sentence = "export const newHere = (link: Link) => <>New? {link('Join')}</>"
  expect(inPseudo(sentence)).toContain('<>[Ñéŵ? ~~] {link("[Ĵöîñ ~~]")}</>')
})

it('keeps imports, keys, types and compared codes', () => {
  const code = [
    "import * as units from '../units.ts'",
    "export * from './other.ts'",
    "export const names = { 'front desk': 1 }",
    "export const isPaid = (state: 'paid' | 'open') => state === 'paid'",
  ].join('\n')
  expect(inPseudo(code)).toBe(code)
})

it('makes texts run from right to left', () => {
  expect(inPseudo("export const logIn = 'Log in'", 'ar-XB')).toBe(
    'export const logIn = "\u202eLog in\u202c"',
  )
  const greeting = 'export const hi = (name: string) => `Hi $' + '{name}, hi`'
  expect(inPseudo(greeting, 'ar-XB')).toContain('`\u202eHi \u2068$' + '{name}\u2069, hi\u202c`')
  const said = ["export const LOCALE = 'en-US'", "export const DIRECTION: 'ltr' | 'rtl' = 'ltr'"]
  expect(pseudoLanguage(said.join('\n'), 'ar-XB')).toBe(
    "export const LOCALE = 'ar-AE'\nexport const DIRECTION = 'rtl'",
  )
})
