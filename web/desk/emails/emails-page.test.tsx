import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import type { ListedNotification, UnreachableUser } from '#contract/notifications/notifications.ts'
import UnsubscribePage from '#web/family/auth/email-links/unsubscribe-page.tsx'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import EmailsPage from './emails-page.tsx'

const email: ListedNotification = {
  _id: '01890000-0000-7000-8000-000000000001',
  kind: 'booked',
  state: 'sent',
  recipient: { name: 'Paula Parent', email: 'paula@example.com' },
  about: 'Allergy Testing, Mar 3, 2027, 9:00 AM',
  dueAt: '2027-03-01T13:00:00.000Z',
  sentAt: '2027-03-01T13:00:01.000Z',
  attempts: 1,
  dropReason: null,
  problem: null,
  canResend: true,
}

const LIST = 'GET /notifications'
const UNREACHABLE = 'GET /notifications/unreachable'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers[LIST] = () => listOf([])
  server.answers[UNREACHABLE] = () => Response.json([])
})

const listOf = (notifications: ListedNotification[], next: string | null = null) =>
  Response.json({ notifications, next })
const asked = () =>
  server.callsOf('GET', '/notifications').map(({ url }) => Object.fromEntries(url.searchParams))

const openEmails = (address = '/dashboard/emails') => openAdminPage(address, EmailsPage).user

/** As visitors see it, without the layouts for users. */
function openUnsubscribe(query: string) {
  render(
    <MemoryRouter initialEntries={[`/unsubscribe${query}`]}>
      <UnsubscribePage />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

it('lists which emails were sent and which were not, with the reasons', async () => {
  const next = '01890000-0000-7000-8000-000000000009'
  const emails: ListedNotification[] = [
    email,
    { ...email, _id: '2', state: 'dropped', dropReason: 'started', canResend: false },
    { ...email, _id: '3', state: 'failed', problem: 'EMESSAGE: 554 no', canResend: false },
    { ...email, _id: '4', kind: 'reminder', state: 'due', recipient: null, canResend: false },
  ]
  server.answers[LIST] = ({ url }) =>
    url.searchParams.has('before') ? listOf([]) : listOf(emails, next)
  const user = openEmails()
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
  await waitFor(() => expect(asked().at(-1)).toEqual({ before: next }))
})

it('lists the emails about one appointment, and links back to all', async () => {
  server.answers[LIST] = () => listOf([email])
  const appointment = '01890000-0000-7000-8000-0000000000aa'
  const user = openEmails(`/dashboard/emails?appointment=${appointment}`)
  await screen.findByRole('list', { name: 'Emails' })
  expect(asked()).toEqual([{ appointment }])
  await user.click(screen.getByRole('button', { name: 'Show all emails' }))
  await waitFor(() => expect(asked().at(-1)).toEqual({}))
})

it('sends an email again', async () => {
  server.answers[LIST] = () => listOf([email])
  server.answers[`POST /notifications/${email._id}/resend`] = () =>
    Response.json({ _id: email._id }, { status: 202 })
  const user = openEmails()
  const name = 'Resend: Confirmation to Paula Parent'
  await user.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText('The email will be sent again')).toBeVisible()
})

it('filters by state and by a complete email address', async () => {
  const user = openEmails()
  expect(await screen.findByText('No emails yet')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('State'), 'Failed')
  expect(await screen.findByText('No emails found')).toBeVisible()
  expect(asked().at(-1)).toEqual({ state: 'failed' })
  await user.type(screen.getByLabelText('Family’s email (exact)'), 'paula{Enter}')
  await user.type(screen.getByLabelText('Family’s email (exact)'), '@example.com{Enter}')
  const person = 'paula@example.com'
  await waitFor(() => expect(asked().at(-1)).toEqual({ state: 'failed', person }))
  expect(asked().some((query) => query.person === 'paula')).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('No emails yet')).toBeVisible()
})

const since = '2027-03-01T13:00:00.000Z'
const ann: UnreachableUser = {
  _id: '1',
  name: 'Ann',
  email: 'ann@example.com',
  phone: '503 555 0100',
  dialablePhone: '+15035550100',
  since,
}

it('lists families that have to be called', async () => {
  server.answers[UNREACHABLE] = () =>
    Response.json([
      ann,
      { ...ann, _id: '2', name: 'Ben', phone: null, dialablePhone: null },
      { ...ann, _id: '3', name: 'Cy', phone: '555-0142', dialablePhone: null },
    ])
  openEmails()
  const section = within(await screen.findByRole('region', { name: 'Not reachable by email' }))
  expect(section.getByRole('link', { name: '503 555 0100' })).toHaveAttribute(
    'href',
    'tel:+15035550100',
  )
  expect(section.getByText(/no phone number/)).toBeVisible()
  expect(section.getByText('555-0142')).toBeVisible()
  expect(section.getAllByRole('link')).toHaveLength(1)
})

it('sends emails again to an address that staff have confirmed', async () => {
  server.answers[UNREACHABLE] = () => Response.json([ann])
  server.answers['POST /notifications/unreachable/1/clear'] = () => Response.json({})
  const user = openEmails()
  await user.click(await screen.findByRole('button', { name: 'The address works again: Ann' }))
  await waitFor(() =>
    expect(server.callsOf('POST', '/notifications/unreachable/1/clear')).toHaveLength(1),
  )
})

it('offers a retry when the emails cannot be loaded', async () => {
  for (const list of [LIST, UNREACHABLE]) server.answers[list] = () => refusal(400, 'Not now.')
  openEmails()
  expect(await screen.findByText('We couldn’t load the emails')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
})

it('turns reminders off only when the reader of the link asks for it', async () => {
  server.answers['POST /unsubscribe'] = () => Response.json({ unsubscribed: true })
  const user = openUnsubscribe('?token=abc')
  const button = await screen.findByRole('button', { name: 'Turn off reminders' })
  expect(server.callsOf('POST', '/unsubscribe')).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Reminders are off' })).toBeVisible()
  expect(server.callsOf('POST', '/unsubscribe').map(({ url }) => url.search)).toEqual([
    '?token=abc',
  ])
})

it.each([
  ['an invalid link', 400, 'This link doesn’t work'],
  ['a server in trouble', 503, 'Turn off reminders?'],
])('says so after %s', async (_name, status, title) => {
  server.answers['POST /unsubscribe'] = () => refusal(status, 'No.')
  const user = openUnsubscribe('?token=abc')
  await user.click(await screen.findByRole('button', { name: 'Turn off reminders' }))
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
})

it('says that a link without a token is incomplete', async () => {
  openUnsubscribe('')
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})
