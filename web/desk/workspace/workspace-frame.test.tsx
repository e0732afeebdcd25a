import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { WorkspaceFrame } from './workspace-frame.tsx'
import type { WorkspaceRole } from './workspace-links.ts'

function show(address: string, role: WorkspaceRole = 'admin') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <ClinicProvider clinic={DEFAULT_CLINIC}>
        <WorkspaceFrame role={role} search="Search" account="Account">
          Page
        </WorkspaceFrame>
      </ClinicProvider>
    </MemoryRouter>,
  )
}

const linksIn = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href') !== '/')
const labelsOf = (links: HTMLElement[]) => links.map(({ textContent }) => textContent)
const currentIn = (name: string) =>
  linksIn(name)
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => [link.textContent, link.getAttribute('aria-current')])

// Every address of the former nineteen places, and pages that belong to a place.
it.each([
  ['/dashboard/agenda', 'Today', 'page'],
  ['/dashboard/agenda?view=day', 'Today', 'page'],
  ['/dashboard/agenda?view=settle', 'To do', 'true'],
  ['/dashboard/todo', 'To do', 'page'],
  ['/dashboard/absence', 'To do', 'true'],
  ['/dashboard/families', 'Families', 'page'],
  ['/dashboard/families/1/book', 'Families', 'true'],
  ['/dashboard/corrections', 'Families', 'true'],
  ['/dashboard/waiting', 'Waiting list', 'page'],
  ['/dashboard/closing', 'Money', 'page', 'Closing sheet'],
  ['/dashboard/closing/2026-06-05', 'Money', 'true', 'Closing sheet'],
  ['/dashboard/refunds', 'Money', 'true', 'Hand back'],
  ['/dashboard/payments', 'Money', 'true', 'Payments'],
  ['/dashboard/insights', 'Insights', 'page'],
  ['/dashboard/insights/unpaid', 'Insights', 'true'],
  ['/dashboard/schedule', 'Schedule', 'page', 'Hours'],
  ['/dashboard/schedule/closures', 'Schedule', 'true', 'Closures'],
  ['/dashboard/managedoctors', 'Care', 'page', 'Manage Doctors'],
  ['/dashboard/managedoctors/1', 'Care', 'true', 'Manage Doctors'],
  ['/dashboard/treatments', 'Care', 'true', 'Treatments and prices'],
  ['/dashboard/users', 'People', 'page'],
  ['/dashboard/adddoctor', 'People', 'true'],
  ['/dashboard/emails', 'Messages', 'page', 'Emails'],
  ['/dashboard/posters', 'Messages', 'true', 'Posters'],
  ['/dashboard/clinic', 'Settings', 'page', 'Clinic'],
  ['/dashboard/import', 'Settings', 'true', 'Import'],
  ['/dashboard/feeds', 'Settings', 'true', 'Calendar feeds'],
  ['/dashboard/webhooks', 'Settings', 'true', 'Webhooks'],
  ['/dashboard/export', 'Settings', 'true', 'Export'],
  ['/dashboard/audit', 'Settings', 'true', 'Audit log'],
] as const)('marks the place of %s', (address, label, current, tab?: string) => {
  show(address)
  expect(currentIn('Workspace')).toEqual([[label, current]])
  if (tab) expect(currentIn(label).map(([text]) => text)).toEqual([tab])
  else expect(screen.queryByRole('navigation', { name: label })).not.toBeInTheDocument()
})

const DESK = ['Today', 'To do', 'Families', 'Waiting list', 'Money', 'Insights']

it('shows admins all eleven places', () => {
  show('/dashboard/closing')
  const own = ['Schedule', 'Care', 'People', 'Messages', 'Settings']
  expect(labelsOf(linksIn('Workspace'))).toEqual([...DESK, ...own])
  expect(labelsOf(linksIn('Money'))).toEqual(['Closing sheet', 'Hand back', 'Payments'])
})

it('shows staff the places and tabs that they may see', () => {
  show('/dashboard/closing', 'staff')
  expect(labelsOf(linksIn('Workspace'))).toEqual([...DESK, 'Messages', 'Settings'])
  expect(labelsOf(linksIn('Money'))).toEqual(['Closing sheet', 'Hand back'])
  const settings = linksIn('Workspace').find((link) => link.textContent === 'Settings')
  expect(settings).toHaveAttribute('href', '/dashboard/feeds')
})

it('shows doctors their day, and no page that they may not see', () => {
  show('/dashboard/day', 'doctor')
  expect(currentIn('Workspace')).toEqual([['My day', 'page']])
  expect(labelsOf(linksIn('Workspace'))).toEqual(['My day'])
  const [brand, skip] = ['/', '#content']
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(targets.filter((to) => to !== brand && to !== skip)).toEqual([
    '/dashboard/day',
    '/dashboard/day/help',
  ])
})
