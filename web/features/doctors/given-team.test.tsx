import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { GivenContext, readGiven } from '../../app/given.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import DoctorsPage from './doctors-page.tsx'

const amara = {
  _id: '1',
  name: 'Dr. Amara Okafor',
  designation: null,
  specialty: 'Allergy Testing',
  img: null,
  sources: [],
  facebook: null,
  linkedin: null,
  twitter: null,
}

const page = (
  <StrictMode>
    <GivenContext value={{ team: [amara] }}>
      <MemoryRouter>
        <DoctorsPage />
      </MemoryRouter>
    </GivenContext>
  </StrictMode>
)

afterEach(() => {
  queryClient.clear()
  document.body.replaceChildren()
})

it('is taken over as the server has drawn it, and not asked for again', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(page)
  const drawn = screen.getByRole('heading', { name: amara.name })
  const onRecoverableError = vi.fn()
  const mounted = await act(async () => hydrateRoot(root, page, { onRecoverableError }))
  expect(screen.getByRole('heading', { name: amara.name })).toBe(drawn)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(fetch).not.toHaveBeenCalled()
  await act(async () => mounted.unmount())
})

it('is asked for when the page is reached by a link', async () => {
  const newer = [{ ...amara, name: 'Dr. Newer' }]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(newer))
  render(page)
  expect(await screen.findByRole('heading', { name: 'Dr. Newer' })).toBeVisible()
  expect(screen.queryByText(amara.name)).not.toBeInTheDocument()
})

it('is read from the page that the server sent', () => {
  expect(readGiven()).toEqual({})
  const block = document.body.appendChild(document.createElement('script'))
  block.type = 'application/json'
  block.id = 'given'
  block.textContent = JSON.stringify({ team: [amara] })
  expect(readGiven()).toEqual({ team: [amara] })
})
