import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { AGENDA } from '#web/both/session/places.ts'
import { DashboardFrame, DashboardLinks, OWN_LINKS, STAFF_LINKS } from './dashboard-layout.tsx'
import { FamilyBar } from './family-bar.tsx'

function show(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <DashboardFrame
        visitor="Paula Parent"
        links={<DashboardLinks groups={[OWN_LINKS, STAFF_LINKS]} />}
      >
        Page
      </DashboardFrame>
    </MemoryRouter>,
  )
}

it('has the links before the page, and the account after it', () => {
  show('/dashboard')
  const links = screen.getByRole('navigation', { name: 'Dashboard' })
  const content = screen.getByText('Page')
  const account = screen.getByRole('complementary', { name: 'Your account' })
  expect(links.compareDocumentPosition(content)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(content.compareDocumentPosition(account)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('link', { name: 'Skip to the page' })).toHaveAttribute('href', '#page')
  expect(content).toHaveAttribute('id', 'page')
})

it.each([
  ['/dashboard', 'My Appointments', 'page'],
  ['/dashboard/history', 'My History', 'page'],
  ['/dashboard/appointment/1', 'My Appointments', 'true'],
])('marks the link that %s belongs to', (path, name, current) => {
  show(path)
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => link.textContent)).toEqual([name])
  expect(marked[0]).toHaveAttribute('aria-current', current)
})

it('separates a family’s own links from the front desk’s', () => {
  show('/dashboard')
  const linksIn = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  expect(linksIn('My family')).toContain('My Children')
  expect(linksIn('Front desk')).toContain('Today')
})

it.each([
  [null, []],
  [AGENDA, ['Today']],
])('has four places in the bar of a phone, and the way to work: %o', (work, more) => {
  render(
    <MemoryRouter>
      <FamilyBar placeOf={() => undefined} work={work} />
    </MemoryRouter>,
  )
  const places = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(places).toEqual(['Appointments', 'Children', 'History', 'Profile', ...more])
})
