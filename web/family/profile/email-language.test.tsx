import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OtherLanguages } from '#web/lib/other-languages.ts'
import { InSite } from '#web/testing/in-site.tsx'
import type { Language } from '#words/languages.ts'
import { EmailLanguage } from './email-language.tsx'

const ENGLISH_UNTIL = 'Emails and receipts are in English until the clinic offers this language.'

function open(language: Language, others: readonly Language[]) {
  const address = 'ana@example.com'
  const settings = { address, verified: true, reachable: true, reminders: true, stoppedFor: [] }
  render(
    <InSite>
      <OtherLanguages value={others}>
        <EmailLanguage settings={{ ...settings, language }} />
      </OtherLanguages>
    </InSite>,
  )
  return screen.getByRole('combobox', { name: 'Language of emails' })
}

it('says that emails stay in English while the clinic does not offer the language', () => {
  expect(open('es', [])).toHaveAccessibleDescription(ENGLISH_UNTIL)
})

it.each([
  ['es', ['es']],
  ['en', []],
] as const)('says that receipts are in the language, too: %s', (language, others) => {
  expect(open(language, others)).toHaveAccessibleDescription(
    'Your receipts are in this language, too.',
  )
})
