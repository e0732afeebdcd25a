import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { NoticeLink } from './notice-link.tsx'

const show = (legal: ClinicDetails['legal']) =>
  render(
    <MemoryRouter>
      <ClinicProvider clinic={{ ...DEFAULT_CLINIC, ...(legal && { legal }) }}>
        <NoticeLink />
      </ClinicProvider>
    </MemoryRouter>,
  )

it('leads to the notice once it is published', () => {
  show([{ page: 'notice', title: 'Notice of Privacy Practices' }])
  const link = screen.getByRole('link', { name: 'Notice of Privacy Practices' })
  expect(link).toHaveAttribute('href', '/legal/notice')
})

it.each([undefined, [{ page: 'terms' as const, title: 'Terms of use' }]])(
  'is not there before (%j)',
  (legal) => {
    const { container } = show(legal)
    expect(container).toBeEmptyDOMElement()
  },
)
