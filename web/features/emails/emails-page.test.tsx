import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import type { ListedNotification, UnreachableUser } from '#contract/notifications/notifications.ts'
import { admin, openAdminPage } from '#web/testing/admin-site.tsx'
import { provider } from '../auth/testing/fake-provider.ts'
import EmailsPage from './emails-page.tsx'
import UnsubscribePage from './unsubscribe-page.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('../auth/testing/fake-provider.ts'))

const email: ListedNotification = {
  _id: '01890000-0000-7000-8000-000000000001',
  kind: 'booked',
  state: 'sent',
  recipient: { name: 'Paula Parent', email: 'paula@example.com' },
  about: 'Allergy Testing, Mar 3, 2027, 09:00 AM - 09:30 AM',
  dueAt: '2027-03-01T13:00:00.000Z',
  sentAt: '2027-03-01T13:00:01.000Z',
  attempts: 1,
  dropReason: null,
  problem: null,
  canResend: true,
}

type Answer = { status?: number; body: unknown }

/** Opens a page; `answer` is the server's, by method, path and query. */
function open(address: string, answer: (call: string) => Answer) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (path.startsWith('/admin/')) return Response.json({ admin: true })
    calls.push(`${method} ${path}`)
    const { status = 200, body } = answer(`${method} ${path}`)
    return Response.json(body, { status })
  })
  provider.becomes(admin.email)
  if (!address.startsWith('/unsubscribe')) {
    return { calls, ...openAdminPage(address, EmailsPage) }
  }
  // As visitors see it: without the layouts of users.
  render(
    <MemoryRouter initialEntries={[address]}>
      <UnsubscribePage />
    </MemoryRouter>,
  )
  return { calls, user: userEvent.setup() }
}

function openEmails(
  notifications: ListedNotification[],
  {
    unreachable = [],
    address = '/dashboard/emails',
    next = null as string | null,
  }: {
    unreachable?: UnreachableUser[]
    address?: string
    next?: string | null
  } = {},
) {
  return open(address, (call) => {
    if (call.startsWith('POST')) return { status: 202, body: { _id: email._id } }
    if (call.includes('unreachable')) return { body: unreachable }
    const isLater = call.includes('before=')
    return { body: { notifications: isLater ? [] : notifications, next: isLater ? null : next } }
  })
}

it('lists what was sent, what was not and why', async () => {
  const { calls, user } = openEmails(
    [
      email,
      { ...email, _id: '2', state: 'dropped', dropReason: 'started', canResend: false },
      { ...email, _id: '3', state: 'failed', problem: 'EMESSAGE: 554 no', canResend: false },
      { ...email, _id: '4', kind: 'reminder', state: 'due', recipient: null, canResend: false },
    ],
    { next: '01890000-0000-7000-8000-000000000009' },
  )
  const list = within(await screen.findByRole('list', { name: 'Emails' }))
  const rows = list.getAllByRole('listitem')
  const texts = [
    /Confirmation to Paula Parent.*paula@example.com, Allergy Testing.*Sent /,
    /Not sent: the appointment had started/,
    /Failed: EMESSAGE: 554 no \(1 attempt\)/,
    /Reminder to a removed account.*Not sent yet: due /,
  ]
  for (const [index, text] of texts.entries()) expect(rows[index]).toHaveTextContent(text)
  expect(list.getAllByRole('button')).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Show older emails' }))
  await waitFor(() => expect(calls.at(-1)).toContain('before=01890000'))
})

it('lists the emails about one appointment, and leads back to all', async () => {
  const appointment = '01890000-0000-7000-8000-0000000000aa'
  const address = `/dashboard/emails?appointment=${appointment}`
  const { calls, user } = openEmails([email], { address })
  await screen.findByRole('list', { name: 'Emails' })
  expect(calls.find((call) => call.includes('/notifications?'))).toContain(
    `appointment=${appointment}`,
  )
  await user.click(screen.getByRole('button', { name: 'Show all emails' }))
  await waitFor(() => expect(calls.at(-1)).not.toContain('appointment='))
})

it('sends an email again', async () => {
  const { calls, user } = openEmails([email])
  const name = 'Resend: Confirmation to Paula Parent'
  await user.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText('The email will be sent again')).toBeVisible()
  expect(calls).toContain(`POST /notifications/${email._id}/resend`)
})

it('filters by state and by a complete email address', async () => {
  const { calls, user } = openEmails([])
  expect(await screen.findByText('No emails yet')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('State'), 'Failed')
  expect(await screen.findByText('No emails found')).toBeVisible()
  expect(calls.at(-1)).toContain('state=failed')
  await user.type(screen.getByLabelText('Family’s email (exact)'), 'paula{Enter}')
  await user.type(screen.getByLabelText('Family’s email (exact)'), '@example.com{Enter}')
  await waitFor(() => expect(calls.at(-1)).toContain('person=paula%40example.com'))
  expect(
    calls.filter((call) => call.includes('person=paula&') || /person=paula$/.test(call)),
  ).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('No emails yet')).toBeVisible()
})

it('lists families who have to be called', async () => {
  const since = '2027-03-01T13:00:00.000Z'
  const user = { _id: '1', name: 'Ann', email: 'ann@example.com', phone: '503 555 0100', since }
  openEmails([], { unreachable: [user, { ...user, _id: '2', name: 'Ben', phone: null }] })
  const section = within(await screen.findByRole('region', { name: 'Not reachable by email' }))
  expect(section.getByRole('link', { name: '503 555 0100' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^tel:/),
  )
  expect(section.getByText(/no phone number/)).toBeVisible()
})

it('sends emails again to an address that staff have asked about', async () => {
  const since = '2027-03-01T13:00:00.000Z'
  const ann = { _id: '1', name: 'Ann', email: 'ann@example.com', phone: null, since }
  const { calls, user } = openEmails([], { unreachable: [ann] })
  await user.click(await screen.findByRole('button', { name: 'The address works again: Ann' }))
  await waitFor(() => expect(calls).toContain('POST /notifications/unreachable/1/clear'))
})

it('offers a retry when the emails cannot be loaded', async () => {
  open('/dashboard/emails', () => ({ status: 400, body: { code: 'x', message: 'Not now.' } }))
  expect(await screen.findByText('We couldn’t load the emails')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
})

it('turns reminders off only when the reader of the link asks for it', async () => {
  const { calls, user } = open('/unsubscribe?token=abc', () => ({
    body: { unsubscribed: true },
  }))
  const button = await screen.findByRole('button', { name: 'Turn off reminders' })
  expect(calls).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Reminders are off' })).toBeVisible()
  expect(calls).toEqual(['POST /unsubscribe?token=abc'])
})

it.each<[string, string, Answer, string]>([
  [
    'an invalid link',
    '?token=abc',
    { status: 400, body: { code: 'x', message: 'No.' } },
    'This link doesn’t work',
  ],
  ['a server in trouble', '?token=abc', { status: 503, body: {} }, 'Turn off reminders?'],
])('says so after %s', async (_name, query, answer, title) => {
  const { user } = open(`/unsubscribe${query}`, () => answer)
  await user.click(await screen.findByRole('button', { name: 'Turn off reminders' }))
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
})

it('says that a link without a token is incomplete', async () => {
  open('/unsubscribe', () => ({ body: {} }))
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})
