import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { role } from '#contract/identity/users.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { toast } from '#web/components/toasts.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { request } from '#web/lib/api/request.ts'
import { renewSession } from '#web/lib/api/session-renewal.ts'
import { readSession, saveSession } from '#web/lib/session.ts'
import { user } from '#web/testing/user.ts'
import { provider } from '../testing/fake-provider.ts'
import { otherTab } from '../testing/other-tab.ts'
import { fakeServer, tokenFor } from '../testing/outside-world.ts'
import { renderSite } from '../testing/site.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('../testing/fake-provider.ts'))

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

function keepSession(user = parent) {
  saveSession({ accessToken: tokenFor(60), user })
  provider.becomes(parent.email)
}

/** Opens a page for a parent who is logged in, and waits for a heading. */
async function openAsParent(start: string, title: string, role?: { admin: boolean }) {
  const server = fakeServer(role)
  keepSession()
  const site = renderSite(start)
  await heading(title)
  return { server, site }
}

/** Calls the server as the page does, and waits for the answer. */
async function askForUsers() {
  const queryFn = () => request('/users', { schema: role, auth: 'session' })
  await queryClient.query({ queryKey: ['users'], queryFn }).catch(() => undefined)
}

async function logIn() {
  await user.type(await screen.findByLabelText('Email'), parent.email)
  await user.type(screen.getByLabelText('Password'), 'parent123')
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

async function logOut() {
  await user.click(screen.getByRole('button', { name: /^Account menu for/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }))
}

it('leads an account without a name to the profile, which asks for it and leads back', async () => {
  fakeServer()
  keepSession({ ...parent, name: '' })
  renderSite('/dashboard')
  await heading('My Profile')
  expect(screen.getByText('Please tell us your name before you go on.')).toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Paula Parent')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await heading('My Appointments')
})

describe('a user who is not logged in', () => {
  it('is sent to the login page, which the original address replaces after the login', async () => {
    fakeServer()
    const site = renderSite('/appointment?service=Allergy+Testing#slots')
    await heading('Login')
    expect(screen.getByText('Log in to book. We’ll keep it chosen.')).toBeInTheDocument()
    await logIn()
    await heading('Appointment')
    expect(site.location).toMatchObject({
      pathname: '/appointment',
      search: '?service=Allergy+Testing',
      hash: '#slots',
    })
    await act(async () => site.go(-1))
    await heading('Before')
  })

  it('returns to the address that the login’s own address names, which then no longer shows it', async () => {
    fakeServer()
    const site = renderSite(
      `/login?from=${encodeURIComponent('/appointment?date=2026-06-09#slots')}`,
    )
    expect(await screen.findByText('Log in to book. We’ll keep it chosen.')).toBeInTheDocument()
    expect(site.location).toMatchObject({ pathname: '/login', search: '' })
    await logIn()
    await heading('Appointment')
    expect(site.location).toMatchObject({ search: '?date=2026-06-09', hash: '#slots' })
    await act(async () => site.go(-1))
    await heading('Before')
  })

  it('can change the language of the login without losing the original address', async () => {
    fakeServer()
    renderSite('/appointment?date=2026-06-09#slots')
    await heading('Login')
    const link = document.body.appendChild(document.createElement('a'))
    link.href = '/es/login'
    link.hreflang = 'es'
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    expect(new URLSearchParams(link.search).get('from')).toBe('/appointment?date=2026-06-09#slots')
    link.remove()
  })

  it('goes home when the login’s address names another site', async () => {
    fakeServer()
    renderSite('/login?from=%2F%2Fevil.example%2F')
    await logIn()
    await heading('Home')
  })

  it('is led on at once when already logged in', async () => {
    fakeServer()
    keepSession()
    const site = renderSite('/login?from=%2Fappointment')
    await heading('Appointment')
    expect(site.location).toMatchObject({ pathname: '/appointment', search: '' })
  })

  it('returns to the original address after a sign-up, too', async () => {
    fakeServer()
    const site = renderSite('/appointment?day=1')
    await user.click(await screen.findByRole('link', { name: 'Create an account' }))
    await heading('Sign Up')
    await user.type(screen.getByLabelText('Name'), parent.name)
    await user.type(screen.getByLabelText('Email'), parent.email)
    await user.type(screen.getByLabelText('Password'), 'parent123')
    await user.click(screen.getByRole('button', { name: 'Sign Up' }))
    await heading('Appointment')
    expect(site.location.search).toBe('?day=1')
    expect(provider.identity.signUp).toHaveBeenCalledWith({
      name: parent.name,
      email: parent.email,
      password: 'parent123',
    })
    await act(async () => site.go(-1))
    await heading('Before')
  })
})

describe('a user who is logged in', () => {
  it('sees protected pages at once, and is sent home from the login page', async () => {
    const { site } = await openAsParent('/login', 'Home')
    await act(async () => site.go('/dashboard'))
    await heading('My Appointments')
    expect(provider.identity.freshIdToken).not.toHaveBeenCalled()
  })

  it('logs out here and at the provider, and is sent home', async () => {
    const { site } = await openAsParent('/dashboard', 'My Appointments')
    act(() => {
      toast.success('Profile saved')
    })
    await logOut()
    await heading('Home')
    expect(screen.queryByText('Profile saved')).not.toBeInTheDocument()
    expect(readSession()).toBeNull()
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(provider.identity.signOut).toHaveBeenCalled()
    // A protected page that is opened later leads to the login.
    await act(async () => site.go('/appointment'))
    await heading('Login')
    await logIn()
    await heading('Appointment')
  })
})

describe('a session that the server rejects', () => {
  it('is renewed while the page stays open', async () => {
    const { server } = await openAsParent('/dashboard', 'My Appointments')
    const old = readSession()?.accessToken
    await act(async () => expect(await renewSession()).toBe(true))
    expect(readSession()?.accessToken).not.toBe(old)
    expect(server.count('PUT', 'users')).toBe(1)
    await heading('My Appointments')
  })

  it.each([
    // docs/requirements.md#access
    ['My Appointments is replaced by the home page', '/dashboard', 'Home', '/'],
    ['any other page by the login, which leads back', '/appointment?x=1', 'Login', '/login'],
  ])('ends when the provider has ended its own: %s', async (_, start, title, path) => {
    const shown = start === '/dashboard' ? 'My Appointments' : 'Appointment'
    const { site } = await openAsParent(start, shown)
    provider.identity.freshIdToken.mockResolvedValueOnce(null)
    await act(async () => expect(await renewSession()).toBe(false))
    await heading(title)
    expect(site.location.pathname).toBe(path)
    expect(readSession()).toBeNull()
    await screen.findByText(/^Your session has expired/)
    if (path === '/login') {
      expect(site.location.state).toMatchObject({ from: start })
    }
  })
})

describe('a session that the server has ended', () => {
  const why =
    'Your password was changed, so you were logged out here. Please log in with the new one.'
  const refused = () => ({ status: 401, body: { code: 'ended', message: why } })

  it.each(['/dashboard', '/appointment?x=1'])(
    'leads from %s to the login, which says why',
    async (start) => {
      const shown = start === '/dashboard' ? 'My Appointments' : 'Appointment'
      const { server, site } = await openAsParent(start, shown)
      server.answer('GET sessions', refused)
      provider.identity.freshIdToken.mockResolvedValueOnce(null)
      await act(async () => expect(await renewSession()).toBe(false))
      await heading('Login')
      expect(screen.getByText(why)).toBeVisible()
      expect(site.location.state).toEqual({ from: start, ended: 'expired', why })
    },
  )

  it.each(['/dashboard', '/appointment?x=1'])(
    'and whose token has expired meanwhile leads from %s to the login, which says why',
    async (start) => {
      fakeServer().answer('GET sessions', refused)
      saveSession({ accessToken: tokenFor(-1), user: parent })
      const site = renderSite(start)
      await heading('Login')
      expect(screen.getByText(why)).toBeVisible()
      expect(site.location.state).toEqual({ from: start, ended: 'expired', why })
      expect(readSession()).toBeNull()
    },
  )

  it('does not say why an earlier session ended', async () => {
    const { server } = await openAsParent('/dashboard', 'My Appointments')
    server.answer('GET sessions', refused)
    provider.identity.freshIdToken.mockResolvedValueOnce(null)
    await act(async () => expect(await renewSession()).toBe(false))
    await heading('Login')
    await logIn()
    await heading('My Appointments')
    server.answer('GET sessions', () => ({ body: [] }))
    provider.identity.freshIdToken.mockResolvedValueOnce(null)
    await act(async () => expect(await renewSession()).toBe(false))
    await heading('Home')
    expect(screen.queryByText(why)).toBeNull()
  })
})

describe('a change in another tab', () => {
  it('logs this tab out; the login leads back to its page', async () => {
    const { site } = await openAsParent('/appointment?x=1', 'Appointment')
    await otherTab.signsOut()
    await heading('Login')
    expect(site.location.state).toEqual({ from: '/appointment?x=1', ended: 'elsewhere' })
    expect(screen.getByText(/^You were logged out\. Please log in again/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Login' })).toBeVisible()
  })

  it('that only renews the token has no effect here', async () => {
    const { server } = await openAsParent('/dashboard', 'My Appointments')
    const asked = server.count('GET', 'admin')
    await otherTab.signsIn(parent, tokenFor(60))
    await heading('My Appointments')
    expect(server.count('GET', 'admin')).toBe(asked)
  })
})

describe('admin pages', () => {
  it('log a patient out and send them to a login that does not lead back', async () => {
    const { site } = await openAsParent('/dashboard/users', 'Login')
    await waitFor(() => expect(readSession()).toBeNull())
    expect(screen.queryByText(/^all users$/i)).not.toBeInTheDocument()
    await logIn()
    await heading('Home')
    expect(site.location.pathname).toBe('/')
  })

  it.each([
    ['users', 'clinic admins only'],
    ['agenda', 'clinic staff only'],
  ])('say who they are for: %s', async (path, audience) => {
    await openAsParent(`/dashboard/${path}`, 'Login')
    const lead = `You were logged out because that page is for ${audience}.`
    expect(await screen.findByText(lead)).toBeVisible()
  })

  it.each([
    ['is no longer an admin', 403],
    ['no longer exists, even with a new token', 401],
  ])('log out an admin who %s', async (_, status) => {
    const refused = vi.fn(() => ({ status, body: { code: 'refused', message: 'Not yours' } }))
    const { server, site } = await openAsParent('/dashboard/users', 'All users', { admin: true })
    server.answer('GET users', refused)
    await act(askForUsers)
    await heading('Login')
    expect(refused).toHaveBeenCalled()
    expect(readSession()).toBeNull()
    expect(site.location.state).toEqual({ ended: 'adminsOnly' })
    expect(screen.getByText(/page is for clinic admins only/)).toBeVisible()
  })

  it('stay open when the session could not be renewed', async () => {
    const { server } = await openAsParent('/dashboard/users', 'All users', { admin: true })
    server.answer('GET users', () => ({ status: 401, body: { code: 'x', message: 'Expired' } }))
    server.answer('PUT users', () => ({ status: 503, body: { code: 'busy', message: 'Busy' } }))
    await act(askForUsers)
    await heading('All users')
    expect(readSession()).not.toBeNull()
  })

  it('offer to check again when the server does not answer', async () => {
    const server = fakeServer({ admin: true })
    server.answer('GET admin', () => ({ status: 500, body: {} }))
    keepSession()
    renderSite('/dashboard/users')
    const retry = await screen.findAllByRole('button', { name: 'Try again' })
    expect(screen.queryByText(/^all users$/i)).not.toBeInTheDocument()
    expect(readSession()).not.toBeNull()
    server.answer('GET admin', () => ({ body: { admin: true } }))
    await user.click(retry.at(-1) as HTMLElement)
    await heading('All users')
  })
})
