import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { accessibilityStatement } from './accessibility-statement.ts'

const SPEC = 'tests/browser/accessibility.spec.ts'

/** What the statement says is tested, with the lines of the tests that do it. */
const TESTED: [claim: RegExp, lines: [file: string, line: string][]][] = [
  [
    /^Every page, in each of its states, is checked with axe/,
    [
      [SPEC, "{ width: WIDE, axe: 'light' }"],
      [SPEC, "{ width: PHONE, axe: 'dark' }"],
      [SPEC, 'for (const { name, scenes } of TOURS)'],
    ],
  ],
  [
    /^Every page can be used at a width of 320 pixels, .* text of twice its size\.$/,
    [
      [SPEC, 'const NARROW = 320'],
      [SPEC, 'await expectFits(page, state)'],
      [SPEC, 'await enlargeText(page, 200)'],
    ],
  ],
  [
    /^Booking and paying work with the keyboard alone, and with reduced motion\.$/,
    [
      ['tests/browser/main-job.spec.ts', "test('the booking works by keyboard alone'"],
      ['tests/browser/payment.spec.ts', "test('the card form works by keyboard alone'"],
      ['playwright.config.ts', "reducedMotion: 'reduce'"],
    ],
  ],
]

it('claims only what the tests check', () => {
  const claims = accessibilityStatement(DEFAULT_CLINIC, '2027-03-01').match(/(?<=^- ).*$/gm) ?? []
  expect(claims).toHaveLength(TESTED.length)
  for (const [index, [claim, lines]] of TESTED.entries()) {
    expect(claims[index]).toMatch(claim)
    for (const [file, line] of lines) expect(readFileSync(file, 'utf8')).toContain(line)
  }
})

it('names the contact and its day', () => {
  const statement = accessibilityStatement(DEFAULT_CLINIC, '2027-03-01')
  expect(statement).toContain('[(503) 555-0142](tel:+15035550142)')
  expect(statement).toContain('(mailto:hello@sprout.example)')
  expect(statement).toContain('This statement was made on Mar 1, 2027.')
  const unusual = { ...DEFAULT_CLINIC, phone: '555-0142', dialablePhone: null }
  expect(accessibilityStatement(unusual, '2027-03-01')).toContain('call us at 555-0142 or')
})
