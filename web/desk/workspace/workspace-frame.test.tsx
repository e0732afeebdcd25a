import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { WorkspaceFrame } from './workspace-frame.tsx'

function show(address: string, isForAdmins = true) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <ClinicProvider clinic={DEFAULT_CLINIC}>
        <WorkspaceFrame isForAdmins={isForAdmins} search="Search" account="Account">
          Page
        </WorkspaceFrame>
      </ClinicProvider>
    </MemoryRouter>,
  )
}

const places = () => within(screen.getByRole('navigation', { name: 'Workspace' }))

it.each([
  ['/dashboard/agenda', 'Agenda', 'page'],
  ['/dashboard/agenda?view=settle', 'Agenda', 'page'],
  ['/dashboard/agenda?view=day&date=2026-06-05', 'Calendar', 'page'],
  ['/dashboard/agenda?view=week', 'Calendar', 'page'],
  ['/dashboard/families/1/book', 'Families', 'true'],
  ['/dashboard/closing/2026-06-05', 'Closing sheet', 'true'],
  ['/dashboard/managedoctors/1', 'Manage Doctors', 'true'],
])('marks the place of %s', (address, label, current) => {
  show(address)
  const marked = places()
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => link.textContent)).toEqual([label])
  expect(marked[0]).toHaveAttribute('aria-current', current)
})

it('shows the places of admins to admins only', () => {
  show('/dashboard/agenda', false)
  expect(places().getByRole('link', { name: 'Families' })).toBeVisible()
  expect(places().queryByRole('link', { name: 'Audit Log' })).not.toBeInTheDocument()
})
