import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

it('shows the old page until the next one is loaded, and the pressed link meanwhile', async () => {
  render(
    <MemoryRouter>
      <App clinic={DEFAULT_CLINIC} />
    </MemoryRouter>,
  )
  const [link] = await screen.findAllByRole('link', { name: 'About Us' })
  if (!link) throw new Error('There is no link')
  const seen = new Set<string>()
  const observer = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('heading', { level: 1 })) {
      seen.add(`${textContent}${'pressed' in link.dataset ? ', pressed' : ''}`)
    }
  })
  observer.observe(document.body, { attributes: true, childList: true, subtree: true })
  await act(async () => void fireEvent.click(link))
  expect(await screen.findByRole('heading', { level: 1, name: 'Who We Are' })).toBeVisible()
  await waitFor(() => expect(link).not.toHaveAttribute('data-pressed'))
  expect(seen).toEqual(
    new Set(['Gentle care as they grow, pressed', 'Gentle care as they grow', 'Who We Are']),
  )
  expect(document.title).toBe('About Us | Sprout')
})
