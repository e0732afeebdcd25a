import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { App } from './app.tsx'

it.each([
  ['/', 'Gentle care as they grow', 'Sprout | Gentle care for children'],
  ['/contactus', 'Contact Us', 'Contact Us | Sprout'],
  ['/no-such-page', 'Page not found', 'Page not found | Sprout'],
])('shows the page at %s and names the tab after it', async (path, heading, title) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App clinic={DEFAULT_CLINIC} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(document.title).toBe(title)
})

it('renames the tab when a link is followed', async () => {
  render(
    <MemoryRouter>
      <App clinic={DEFAULT_CLINIC} />
    </MemoryRouter>,
  )
  await userEvent.click((await screen.findAllByRole('link', { name: 'About Us' }))[0] as Element)
  expect(await screen.findByRole('heading', { level: 1, name: 'Who We Are' })).toBeVisible()
  expect(document.title).toBe('About Us | Sprout')
})
