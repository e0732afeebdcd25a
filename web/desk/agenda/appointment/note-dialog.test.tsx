import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { fakeServer, refusal } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import { NoteButton } from './note-button.tsx'

const NOTE = `PUT /agenda/${expected._id}/note`
const HISTORY = `GET /agenda/${expected._id}/notes`
const noted: AgendaEntry = { ...expected, note: 'Allergic to penicillin.', noteVersion: 1 }
const theirs: AgendaEntry = { ...noted, note: 'Allergic to penicillin and latex.', noteVersion: 2 }

async function open(entry: AgendaEntry) {
  const server = fakeServer()
  render(
    <InSite>
      <NoteButton entry={entry} />
      <Toasts />
    </InSite>,
  )
  await user.click(screen.getByRole('button', { name: /note for/ }))
  await screen.findByRole('dialog')
  const sent = () => server.callsOf('PUT', `/agenda/${expected._id}/note`).map(({ body }) => body)
  return { server, user, sent }
}

it('keeps the input if another user has saved a note, shows theirs, and can then be saved', async () => {
  const { server, user, sent } = await open(noted)
  const current = { code: 'stale', current: theirs }
  server.answers[NOTE] = () => refusal(409, 'Someone else has changed this.', current)
  const field = screen.getByRole('textbox')
  await user.type(field, ' Brings a wheelchair.')
  expect(hasUnsavedChanges()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Allergic to penicillin and latex.')
  expect(field).toHaveValue('Allergic to penicillin. Brings a wheelchair.')
  server.answers[NOTE] = () => Response.json(theirs)
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText(/^Note for .* saved$/)).toBeVisible()
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false))
  const note = 'Allergic to penicillin. Brings a wheelchair.'
  expect(sent()).toEqual([
    { note, version: 1 },
    { note, version: 2 },
  ])
})

it('shows every earlier note with its author, and can be retried', async () => {
  const { server } = await open(noted)
  server.answers[HISTORY] = () => refusal(503, 'Try again later.')
  await user.click(screen.getByText('History of the note'))
  expect(await screen.findByText('We couldn’t load the history')).toBeVisible()
  server.answers[HISTORY] = () =>
    Response.json([
      { version: 2, note: '', by: 'Rita', at: '2026-06-05T13:00:00.000Z' },
      { version: 1, note: 'Allergic to latex.', by: null, at: '2026-06-04T13:00:00.000Z' },
    ])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const items = within(await screen.findByRole('list', { name: 'History of the note' }))
  expect(items.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Note deletedRita, Fri, Jun 5, 2026/),
    expect.stringMatching(/^Allergic to latex\.Unknown, Thu, Jun 4, 2026/),
  ])
})

it('has no history before the first note', async () => {
  await open(expected)
  expect(screen.queryByText('History of the note')).not.toBeInTheDocument()
})
