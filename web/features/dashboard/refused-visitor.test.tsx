import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { readSession, saveSession } from '#web/lib/session.ts'
import RequireUser from '../auth/access/require-user.tsx'
import AuthLayout from '../auth/login/auth-layout.tsx'
import { provider } from '../auth/testing/fake-provider.ts'
import { tokenFor } from '../auth/testing/outside-world.ts'
import MyAppointmentsPage from './appointments/my-appointments-page.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('../auth/testing/fake-provider.ts'))

const user = { email: 'parent@example.com', name: 'Paula', photo: null, role: 'patient' } as const

/** What `GET /appointments` answers, by turns; the last one for good. */
let answers: number[] = []

function answer(path: string, method: string): Response {
  if (path.startsWith('/appointments')) {
    const status = answers.length > 1 ? answers.shift() : answers[0]
    return Response.json(status === 200 ? [] : { code: 'x', message: 'x' }, { status })
  }
  if (path.startsWith('/admin/')) return Response.json({ admin: false })
  if (method === 'PUT') return Response.json({ token: tokenFor(60), user })
  return Response.json({ code: 'not_found', message: 'x' }, { status: 404 })
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    answer(path, init.method ?? 'GET'),
  )
  saveSession({ accessToken: tokenFor(60), user })
  provider.becomes(user.email)
})
afterEach(() => queryClient.clear())

function open() {
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <Routes>
        <Route path="/" element={<h1>Home</h1>} />
        <Route path="/login" element={<h1>Login</h1>} />
        <Route element={<AuthLayout />}>
          <Route element={<RequireUser />}>
            <Route path="/dashboard" element={<MyAppointmentsPage />} />
          </Route>
        </Route>
      </Routes>
    </MemoryRouter>,
  )
}

describe('a visitor whose appointments the server refuses to show', () => {
  it.each([
    ['not theirs to see', [403]],
    ['no longer known, even with a new token', [401]],
  ])('is signed out, without a token, on the home page: %s', async (_, statuses) => {
    answers = statuses
    open()
    await screen.findByRole('heading', { name: 'Home' })
    expect(readSession()).toBeNull()
    expect(localStorage.getItem('accessToken')).toBeNull()
    await waitFor(() => expect(provider.identity.signOut).toHaveBeenCalled())
  })

  it('is signed out when the provider’s own session has ended too', async () => {
    answers = [401]
    provider.becomes(null)
    open()
    await screen.findByRole('heading', { name: 'Home' })
    expect(readSession()).toBeNull()
  })

  it('stays when the token had merely expired', async () => {
    answers = [401, 200]
    open()
    await screen.findByRole('heading', { name: 'No appointments yet' })
    expect(readSession()?.user.email).toBe(user.email)
  })
})
