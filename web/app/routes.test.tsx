import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { config, treatments } from '#web/both/booking/testing/fake-clinic.ts'
import { open } from '#web/both/booking/testing/page.tsx'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { clearSession, readSession, saveSession } from '#web/lib/session.ts'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { prefetchData, routes } from './routes.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

it('checks the role for each page, also on navigation from a staff page to an admin page', async () => {
  const staff = { email: 'stan@example.com', name: 'Stan', photo: null, role: 'staff' } as const
  saveSession({ accessToken: tokenFor(60), user: staff })
  provider.becomes(staff.email)
  fakeServer({ admin: false, staff: true })
  const router = createMemoryRouter(routes, { initialEntries: ['/dashboard/corrections'] })
  render(
    <ClinicProvider clinic={DEFAULT_CLINIC}>
      <RouterProvider router={router} />
    </ClinicProvider>,
  )
  await screen.findByRole('heading', { name: 'Corrections', level: 1 })
  await act(() => router.navigate('/dashboard/webhooks'))
  expect(await screen.findByText(/page is for clinic admins only/)).toBeVisible()
  expect(readSession()).toBeNull()
})

describe('the data of the booking page', () => {
  const link = new URL('/appointment?date=2026-06-09', location.href)

  function serve() {
    const server = fakeServer()
    server.answers['GET /config'] = () => Response.json(config)
    server.answers['GET /available'] = () => Response.json(treatments)
    onTestFinished(() => queryClient.clear())
    return () => server.callsOf('GET', '/available').map(({ url }) => url.searchParams.get('date'))
  }

  it('is loaded once for a user who is about to open it, and then shown', async () => {
    saveSession({ accessToken: tokenFor(60), user: parent })
    const asked = serve()
    prefetchData(link)
    prefetchData(link)
    await expect.poll(asked).toEqual(['Jun 9, 2026'])
    await open(link.pathname + link.search, queryClient)
    await screen.findByRole('heading', { name: 'Allergy Testing' })
    expect(asked()).toEqual(['Jun 9, 2026'])
    await userEvent.click(screen.getByRole('button', { name: 'Wednesday, June 10, 2026' }))
    await userEvent.click(screen.getByRole('button', { name: 'Tuesday, June 9, 2026' }))
    await expect.poll(asked).toEqual(['Jun 9, 2026', 'Jun 10, 2026', 'Jun 9, 2026'])
  })

  it('is not loaded for visitors, who log in first', () => {
    clearSession()
    serve()
    const ask = vi.spyOn(globalThis, 'fetch')
    prefetchData(link)
    expect(ask).not.toHaveBeenCalled()
  })
})
