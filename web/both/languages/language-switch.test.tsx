import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { OtherLanguages } from '#web/lib/other-languages.ts'
import { LANGUAGES, type Language } from '#words/languages.ts'
import { SEE_IN } from '#words/see-in.ts'
import { LanguageSwitch } from './language-switch.tsx'

const showWith = (languages: readonly Language[]) =>
  render(
    <MemoryRouter initialEntries={['/doctors']}>
      <OtherLanguages value={languages}>
        <LanguageSwitch />
      </OtherLanguages>
    </MemoryRouter>,
  ).container

it('links to the page in each language, in its own words', () => {
  showWith(LANGUAGES)
  for (const language of LANGUAGES) {
    const link = screen.getByRole('link', { name: SEE_IN[language] })
    expect(link).toHaveAttribute('lang', language)
    expect(link).toHaveAttribute('href', language === 'en' ? '/doctors' : `/${language}/doctors`)
  }
})

it('shows nothing on a site in one language', () => {
  expect(showWith([])).toBeEmptyDOMElement()
})
