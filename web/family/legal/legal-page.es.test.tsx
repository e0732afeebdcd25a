import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import type { LegalPage as Legal } from '#contract/legal/legal-pages.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import LegalPage from './legal-page.tsx'
import { legalPageOptions } from './legal-query.ts'

const VERSION = {
  version: 1,
  effectiveOn: '2027-01-05',
  publishedAt: '',
  state: 'current' as const,
}

function show(translations?: Legal['translations']) {
  const page: Legal = {
    page: 'notice',
    title: 'Notice of Privacy Practices',
    ...VERSION,
    versions: [VERSION],
    body: parseRichText('# Your rights').blocks,
    ...(translations && { translations }),
  }
  const queries = siteQueries()
  queries.setQueryData(legalPageOptions('notice').queryKey, page)
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/legal/notice']}>
        <ClinicProvider clinic={DEFAULT_CLINIC}>
          <Routes>
            <Route path="/legal/:page" element={<LegalPage />} />
          </Routes>
        </ClinicProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows the text in Spanish, and leads to the English one', () => {
  show([{ language: 'es', revision: 1, body: parseRichText('# Sus derechos').blocks }])
  expect(
    screen.getByRole('heading', { level: 1, name: 'Aviso de prácticas de privacidad' }),
  ).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Sus derechos' }).closest('[lang]')).toBe(
    document.querySelector('html[lang]'),
  )
  expect(screen.queryByText('Your rights')).not.toBeInTheDocument()
  expect(screen.getByText(/^Esta es una traducción/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Leer el texto en inglés' })).toHaveAttribute(
    'href',
    '/legal/notice?version=1',
  )
})

it('shows the English text as English while there is no other, and says so in Spanish', () => {
  show()
  const heading = screen.getByRole('heading', { name: 'Your rights' })
  expect(heading.closest('[lang]')).toHaveAttribute('lang', 'en')
  expect(screen.getByText('Esta página solo está en inglés.')).toBeVisible()
})
