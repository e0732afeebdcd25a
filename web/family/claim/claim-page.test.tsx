import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Claim } from '#contract/claims/claims.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { claimedFixture, claimToken } from '#machines/testing/claim/claim-walks.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { clearSession, saveSession } from '#web/lib/session.ts'
import { admin, fakeServer, refusal } from '#web/testing/admin-site.tsx'
import AuthLayout from '../auth/login/auth-layout.tsx'
import ClaimPage from './claim-page.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

const ADDRESS = `/claim/${claimToken}`
const CALL = `/claims/${claimToken}`
const { name, phone } = DEFAULT_CLINIC

const open: Claim = {
  state: 'open',
  triesLeft: 3,
  until: '2027-05-01',
  clinic: { name, phone, dialablePhone: '+15035550142' },
  claimed: null,
}
const settings = {
  address: admin.email,
  verified: true,
  reachable: true,
  reminders: true,
  language: 'en',
  stoppedFor: [],
}

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  queryClient.clear()
  clearSession()
  server = fakeServer({ admin: false })
  server.answers[`GET ${CALL}`] = () => Response.json(open)
  server.answers['GET /email-settings'] = () => Response.json(settings)
})

function Elsewhere() {
  const { pathname, state } = useLocation()
  return (
    <>
      <h1>{pathname}</h1>
      <p>{JSON.stringify(state)}</p>
    </>
  )
}

function openPage({ asUser }: { asUser: boolean }) {
  if (asUser) {
    provider.becomes(admin.email)
    saveSession({ accessToken: tokenFor(60), user: { ...admin, role: 'patient' } })
  }
  render(
    <MemoryRouter initialEntries={[ADDRESS]}>
      <ClinicProvider clinic={DEFAULT_CLINIC}>
        <Routes>
          <Route element={<AuthLayout />}>
            <Route path="/claim/:token" element={<ClaimPage />} />
          </Route>
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </ClinicProvider>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

async function prove(user: ReturnType<typeof openPage>) {
  await user.type(await screen.findByLabelText('Month'), '6')
  await user.type(screen.getByLabelText('Day'), '5')
  await user.type(screen.getByLabelText('Year'), '2021')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
}

it.each(['Create an account', 'Log in'])(
  'tells a visitor what the link is for; “%s” leads back to it',
  async (link) => {
    const user = openPage({ asUser: false })
    expect(await screen.findByRole('heading', { name: `Your family at ${name}` })).toBeVisible()
    expect(localStorage.getItem('sprout.claim')).toBe(ADDRESS)
    await user.click(screen.getByRole('link', { name: link }))
    expect(screen.getByText(JSON.stringify({ from: ADDRESS }))).toBeVisible()
  },
)

it('asks for a real birth date, and shows the children and appointments of the family', async () => {
  localStorage.setItem('sprout.claim', ADDRESS)
  server.answers[`POST ${CALL}`] = () => Response.json(claimedFixture)
  const user = openPage({ asUser: true })
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(screen.getByText('Birth date is required')).toBeVisible()
  expect(screen.getByLabelText('Month')).toHaveFocus()
  expect(screen.getByText('You have 3 tries.')).toBeVisible()
  await prove(user)
  expect(
    await screen.findByRole('heading', { name: 'Your family is in your account' }),
  ).toBeVisible()
  expect(screen.getByRole('region', { name: 'Coming appointments' })).toHaveTextContent(
    'Fri, Mar 5, 2027, 10:10 AM',
  )
  expect(localStorage.getItem('sprout.claim')).toBeNull()
  const [proof] = server.callsOf('POST', CALL)
  expect(proof?.body).toEqual({ birthDate: '2021-06-05' })
})

it('keeps the birth date that was wrong, with the server’s sentence', async () => {
  const message = 'This is not the birth date of a child of this family. You can try once more.'
  server.answers[`POST ${CALL}`] = () =>
    Response.json({ code: 'wrong_birth_date', message, triesLeft: 1 }, { status: 409 })
  const user = openPage({ asUser: true })
  await prove(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(screen.getByLabelText('Year')).toHaveValue('2021')
})

it('says why an account of the staff cannot claim a family', async () => {
  const message = 'An account of the clinic’s staff can’t claim a family.'
  server.answers[`POST ${CALL}`] = () => refusal(403, message, { code: 'staff_account' })
  const user = openPage({ asUser: true })
  await prove(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(screen.getByRole('heading', { name: 'We couldn’t add your family' })).toBeVisible()
})

it('asks to confirm the address first, and goes on once the provider has it confirmed', async () => {
  server.answers['GET /email-settings'] = () => Response.json({ ...settings, verified: false })
  const account = {
    email: admin.email,
    emailVerified: false,
    hasPassword: true,
    hasGoogle: false,
    phones: [],
  }
  provider.identity.readAccount.mockResolvedValue(account)
  server.answers[`PUT /users/${admin.email}`] = () =>
    Response.json({ token: tokenFor(60), user: { ...admin, role: 'patient' } })
  const user = openPage({ asUser: true })
  await screen.findByRole('heading', { name: 'Confirm your email first' })
  await user.click(screen.getByRole('button', { name: 'Resend email' }))
  expect(provider.identity.sendEmailVerification).toHaveBeenCalledExactlyOnceWith(
    '/dashboard#claim',
  )
  provider.identity.readAccount.mockResolvedValue({ ...account, emailVerified: true })
  await user.click(screen.getByRole('button', { name: 'I’ve confirmed it' }))
  expect(await screen.findByLabelText('Month')).toBeVisible()
  expect(server.callsOf('PUT', `/users/${admin.email}`)).toHaveLength(1)
})

it.each([
  [false, 'Log in'],
  [true, 'Log in with another account'],
])('offers the login if the link has been used; logged in: %s', async (asUser, button) => {
  server.answers[`GET ${CALL}`] = () => Response.json({ ...open, state: 'used' })
  const user = openPage({ asUser })
  await user.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByRole('heading', { name: '/login' })).toBeVisible()
  expect(screen.getByText(JSON.stringify({ from: ADDRESS }))).toBeVisible()
})

it('invites the other guardian by one press, for all children', async () => {
  server.answers[`GET ${CALL}`] = () =>
    Response.json({ ...open, state: 'yours', claimed: claimedFixture })
  server.answers['POST /guardian-invitations'] = () =>
    Response.json({
      _id: 'one',
      email: 'tom@example.com',
      mayBook: true,
      mayPay: true,
      receivesEmail: true,
      state: 'open',
      until: '2027-03-15T12:00:00.000Z',
    })
  const user = openPage({ asUser: true })
  const form = within(await screen.findByRole('form', { name: 'Invite Tom Engel' }))
  await user.click(form.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText(/^We sent an invitation to tom@example.com/)).toBeVisible()
  const [invitation] = server.callsOf('POST', '/guardian-invitations')
  expect(invitation?.body).toEqual({
    email: 'tom@example.com',
    children: claimedFixture.children.map(({ _id }) => _id),
    mayBook: true,
    mayPay: true,
    receivesEmail: true,
  })
})

it('leaves the other guardian out by one press', async () => {
  server.answers[`GET ${CALL}`] = () =>
    Response.json({ ...open, state: 'yours', claimed: claimedFixture })
  const user = openPage({ asUser: true })
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.queryByText('Invite Tom Engel?')).toBeNull()
  expect(server.callsOf('POST', '/guardian-invitations')).toEqual([])
})
