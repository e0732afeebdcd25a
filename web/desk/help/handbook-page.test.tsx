import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import DoctorHelpPage from './doctor-help-page.tsx'
import HandbookPage from './handbook-page.tsx'

const PAGE = '/dashboard/help/:page'

it('shows the tasks of a role, with steps and images, and leads to each', async () => {
  fakeServer()
  const { user, site } = openAdminPage(
    '/dashboard/help/receptionist',
    HandbookPage,
    undefined,
    PAGE,
  )
  await screen.findByRole('heading', { level: 1, name: 'Handbook for receptionists' })
  const tasks = within(screen.getByRole('navigation', { name: 'Tasks' })).getAllByRole('link')
  expect(tasks.map(({ textContent }) => textContent)).toEqual(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  )
  const image = screen.getByRole('img', { name: /^The calendar of a day/ })
  expect(image).toHaveAttribute('width')
  await user.click(screen.getByRole('link', { name: 'A family arrives' }))
  expect(site.location.hash).toBe('#a-family-arrives')
  expect(screen.getByRole('heading', { name: 'A family arrives' })).toHaveFocus()
})

it('says that there is no such page', async () => {
  fakeServer()
  openAdminPage('/dashboard/help/parent', HandbookPage, undefined, PAGE)
  expect(await screen.findByText('The handbook has no such page')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All of Help' })).toHaveAttribute(
    'href',
    '/dashboard/help',
  )
})

it('shows doctors their page', async () => {
  fakeServer()
  openAdminPage('/dashboard/day/help', DoctorHelpPage)
  expect(await screen.findByRole('heading', { name: 'Handbook for doctors' })).toBeVisible()
})
