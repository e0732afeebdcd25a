import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { type Location, MemoryRouter, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import type { User } from '#contract/identity/users.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { OtherLanguages } from '#web/lib/other-languages.ts'
import { addressOf } from '#web/lib/own-path.ts'
import { BASE, LANGUAGE } from '#words/en/language.ts'
import { LANGUAGES } from '#words/languages.ts'
import { Toasts } from '../components/toasts.tsx'
import RequireRole from '../family/auth/access/require-role.tsx'
import RequireUser from '../family/auth/access/require-user.tsx'
import AuthLayout from '../family/auth/login/auth-layout.tsx'
import { tokenFor } from '../family/auth/testing/outside-world.ts'
import { queryClient } from '../lib/api/query-client.ts'
import { saveSession } from '../lib/session.ts'

export const admin: User = {
  email: 'ada@example.com',
  name: 'Ada Admin',
  photo: null,
  role: 'admin',
}

export interface Call {
  method: string
  url: URL
  body: unknown
}

type Answer = Response | Promise<Response>

/** An answer that refuses, as the server words it. */
export function refusal(status: number, message: string, more: object = {}): Response {
  return Response.json({ code: 'refused', message, ...more }, { status })
}

/**
 * The clinic's server: answers by method and path, `answers['GET /users'] = …`, and anything else
 * with 404. Everybody who asks for their role is an admin, unless `role` says otherwise.
 */
export function fakeServer(role: object = { admin: true }) {
  const calls: Call[] = []
  const answers: Record<string, (call: Call) => Answer> = {}
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    const url = new URL(path, 'http://localhost')
    const call = { method, url, body: body ? JSON.parse(String(body)) : undefined }
    calls.push(call)
    if (url.pathname.startsWith('/admin/')) return Response.json(role)
    const answer = answers[`${method} ${decodeURIComponent(url.pathname)}`]
    return answer ? answer(call) : refusal(404, `Nothing at ${path}`)
  })
  return {
    answers,
    /** Holds this call; returns a function that answers it. */
    holdBack(call: string): (answer: Response) => void {
      const { promise, resolve } = Promise.withResolvers<Response>()
      answers[call] = () => promise
      return resolve
    },
    /** The calls of that method and path so far. */
    callsOf: (method: string, path: string) =>
      calls.filter(
        (call) => call.method === method && decodeURIComponent(call.url.pathname) === path,
      ),
  }
}

/** Where the site is now. */
interface Whereabouts {
  location: Location
}

function Frame({ whereabouts }: { whereabouts: Partial<Whereabouts> }) {
  whereabouts.location = useLocation()
  return (
    <OtherLanguages value={LANGUAGES.filter((language) => language !== LANGUAGE)}>
      <ClinicProvider clinic={DEFAULT_CLINIC}>
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <Toasts />
      </ClinicProvider>
    </OtherLanguages>
  )
}

/**
 * Signs an admin in and opens one of their pages; every other address shows `Other`, which by
 * default is its path as heading.
 * @param path of the page, where it has parameters
 */
export function openAdminPage(
  address: string,
  Page: ComponentType,
  Other: ComponentType = Elsewhere,
  /** The route's, where it has parameters. */
  path = address.split('?')[0],
) {
  queryClient.clear()
  saveSession({ accessToken: tokenFor(60), user: admin })
  const whereabouts: Partial<Whereabouts> = {}
  render(
    <MemoryRouter basename={BASE || undefined} initialEntries={[addressOf(address)]}>
      <Routes>
        <Route element={<Frame whereabouts={whereabouts} />}>
          <Route element={<AuthLayout />}>
            <Route element={<RequireUser />}>
              <Route element={<RequireRole page="adminsOnly" />}>
                <Route path={path} element={<Page />} />
              </Route>
            </Route>
          </Route>
          <Route path="*" element={<Other />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), site: whereabouts as Whereabouts }
}

function Elsewhere() {
  return <h1>{useLocation().pathname}</h1>
}
