import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { AuditEntry, AuditPage as Page } from '#contract/audit/audit.ts'
import { EVENT_KINDS, type EventKind } from '#contract/audit/events.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import AuditPage from './audit-page.tsx'

const maya = { _id: 'maya', name: 'Maya Miller', email: 'maya@example.com' }
const ada = { _id: 'ada', name: 'Ada Admin', email: 'ada@example.com' }

function entry(kind: EventKind, fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    _id: `${kind} ${fields.occurredAt ?? ''}`,
    kind,
    occurredAt: '2026-06-05T12:00:00.123Z',
    actor: ada,
    subject: { _id: 'maya', type: 'user', label: 'Maya Miller', person: maya },
    ...fields,
  }
}
const promoted = entry('user.promoted')
const byCommand = entry('user.demoted', { actor: null })
const oneself = entry('user.removed', {
  subject: { _id: 'ada', type: 'user', label: 'Ada Admin', person: ada },
})
const booked = entry('appointment.booked', {
  subject: { _id: 'a', type: 'appointment', label: 'Allergy Testing, Jun 5, 2026', person: maya },
})
const paid = entry('payment.failed', {
  actor: null,
  subject: { ...booked.subject, type: 'payment' },
})

let server: ReturnType<typeof fakeServer>
let pages: (Pick<Page, 'events' | 'next'> & Partial<Page>)[]

const page = (index: number) => Response.json({ people: [], isTooBroad: false, ...pages[index] })

beforeEach(() => {
  server = fakeServer()
  pages = [{ events: [promoted, byCommand, oneself, booked, paid], next: null }]
  server.answers['GET /audit'] = ({ url }) => page(Number(url.searchParams.get('before') ?? 0))
})

const open = (address = '/dashboard/audit') => openAdminPage(address, AuditPage)
const entries = async () => {
  await screen.findByRole('list', { name: 'Entries' })
  return screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
}
const asked = () =>
  server.callsOf('GET', '/audit').map(({ url }) => Object.fromEntries(url.searchParams))

it('shows who did what and when, with the exact time on hover', async () => {
  open()
  expect(await entries()).toEqual([
    'Ada Admin made Maya Miller an admin',
    'The system removed Maya Miller’s admin access',
    'Ada Admin removed their own account',
    'Ada Admin booked Allergy Testing, Jun 5, 2026 for Maya Miller',
    'Maya Miller’s payment for Allergy Testing, Jun 5, 2026 failed',
  ])
  const [time] = document.querySelectorAll('time')
  expect(time).toHaveAttribute('datetime', '2026-06-05T12:00:00.123Z')
  expect(time).toHaveTextContent(/^Fri, Jun 5, 2026, \d+:00 [AP]M$/)
  expect(time).toHaveAttribute('title', '2026-06-05T12:00:00.123Z')
  expect(screen.queryByRole('button', { name: 'Show older entries' })).not.toBeInTheDocument()
})

it('has a description for every kind of event', async () => {
  pages = [{ events: EVENT_KINDS.map((kind) => entry(kind)), next: null }]
  open()
  const sentences = await entries()
  expect(new Set(sentences).size).toBe(EVENT_KINDS.length)
  for (const sentence of sentences) expect(sentence).toContain('Maya Miller')
  expect(screen.getAllByRole('option')).toHaveLength(EVENT_KINDS.length + 1)
})

it('is filtered by kind and person, and the URL keeps both', async () => {
  const { user, site } = open('/dashboard/audit?kind=doctor.added')
  await entries()
  await user.selectOptions(screen.getByLabelText('What happened'), 'Admin access granted')
  await waitFor(() => expect(asked().at(-1)).toEqual({ kind: 'user.promoted' }))
  fireEvent.change(screen.getByLabelText('Person’s name or email'), {
    target: { value: ' ada@example.com ' },
  })
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({ kind: 'user.promoted', person: 'ada@example.com' }),
  )
  expect(site.location.search).toBe('?kind=user.promoted&person=ada%40example.com')

  // A name links to all events about the person, who is then named in the field.
  pages = [{ people: [maya], events: [promoted], next: null }]
  await user.click(screen.getAllByRole('link', { name: 'Maya Miller' })[0] as HTMLElement)
  await waitFor(() => expect(asked().at(-1)).toEqual({ person: 'maya' }))
  expect(await screen.findByDisplayValue('Maya Miller')).toBe(
    screen.getByLabelText('Person’s name or email'),
  )
  expect(screen.getByText(/^About/)).toHaveTextContent('About Maya Miller (maya@example.com)')
  expect(screen.getByLabelText('What happened')).toHaveValue('')
})

it('is filtered by days, and the URL keeps them', async () => {
  const { site } = open('/dashboard/audit?from=2026-06-01')
  await entries()
  expect(asked().at(-1)).toEqual({ from: '2026-06-01' })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-06-05' } })
  await waitFor(() => expect(asked().at(-1)).toEqual({ from: '2026-06-01', to: '2026-06-05' }))
  expect(site.location.search).toBe('?from=2026-06-01&to=2026-06-05')
})

it('keeps a kind that is chosen while the search is debounced', async () => {
  const { site } = open()
  await entries()
  const [kind, person] = ['What happened', 'Person’s name or email']
  fireEvent.change(screen.getByLabelText(person), { target: { value: 'ada@example.com' } })
  fireEvent.change(screen.getByLabelText(kind), { target: { value: 'user.promoted' } })
  const both = { kind: 'user.promoted', person: 'ada@example.com' }
  await waitFor(() => expect(asked()).toContainEqual(both))
  expect(asked().at(-1)).toEqual(both)
  expect(site.location.search).toBe('?kind=user.promoted&person=ada%40example.com')
})

it('shows an empty state that clears the filters', async () => {
  const all = pages
  pages = [{ events: [], next: null }]
  const { user, site } = open('/dashboard/audit?kind=image.failed')
  await screen.findByRole('heading', { name: 'No entries found' })
  pages = all
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await entries()).toHaveLength(5)
  expect(site.location.search).toBe('')
})

it('asks for a longer name if too many people match', async () => {
  pages = [{ events: [], next: null, isTooBroad: true }]
  open('/dashboard/audit?person=a')
  expect(await screen.findByText(/^More than 20 people match “a”/)).toBeVisible()
})

it('says who it is about if several people match', async () => {
  pages = [{ people: [maya, ada], events: [promoted], next: null }]
  open('/dashboard/audit?person=a')
  expect(await screen.findByText(/^About 2 people/)).toHaveTextContent(
    'About 2 people: Maya Miller (maya@example.com), Ada Admin (ada@example.com)',
  )
})

it('moves between pages, and moves the focus along', async () => {
  pages = [
    { events: [promoted], next: '1' },
    { events: [entry('doctor.added', { occurredAt: '2026-06-04T12:00:00Z' })], next: null },
  ]
  const { user } = open()
  expect(await entries()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show older entries' }))
  const older = await screen.findByText(/added doctor/)
  expect(older.closest('li')).toHaveFocus()
  expect(await entries()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Show older entries' })).not.toBeInTheDocument()
})

it('keeps its entries when the next page fails to load', async () => {
  pages = [{ events: [promoted], next: '1' }]
  const { user } = open()
  await entries()
  server.answers['GET /audit'] = () => refusal(400, 'Not today')
  await user.click(screen.getByRole('button', { name: 'Show older entries' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Not today')
  expect(await entries()).toHaveLength(1)
})
