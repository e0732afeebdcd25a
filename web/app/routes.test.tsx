import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { readSession, saveSession } from '#web/lib/session.ts'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { routes } from './routes.tsx'

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
