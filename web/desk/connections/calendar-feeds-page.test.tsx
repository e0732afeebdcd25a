import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import CalendarFeedsPage from './calendar-feeds-page.tsx'

const LIST = 'GET /calendar-feeds'
const CREATE = 'POST /calendar-feeds'
const doctors = [{ _id: 'ada', name: 'Dr. Ada Wong' }]
const feed = {
  _id: 'one',
  doctor: doctors[0],
  withNames: false,
  by: 'Stan',
  isOwn: false,
  createdAt: '2027-03-01T12:00:00.000Z',
  lastUsedAt: null,
}
const URL_OF_FEED = `https://sprout.example/feeds/${'a'.repeat(43)}.ics`

let server: ReturnType<typeof fakeServer>
let feeds: object[]

beforeEach(() => {
  server = fakeServer()
  feeds = []
  server.answers[LIST] = () => Response.json({ feeds, doctors, mayShowNames: true })
})

it('shows a new address once, as https and webcal, and lists the feed without it', async () => {
  const { user } = openAdminPage('/dashboard/feeds', CalendarFeedsPage)
  expect(await screen.findByText('No feeds yet')).toBeVisible()
  server.answers[CREATE] = () => {
    feeds = [feed]
    return Response.json({ feed, url: URL_OF_FEED }, { status: 201 })
  }
  await user.selectOptions(screen.getByLabelText('Appointments of'), 'Dr. Ada Wong')
  expect(hasUnsavedChanges()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Make an address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your calendar’s address' }))
  expect(server.callsOf('POST', '/calendar-feeds').map(({ body }) => body)).toEqual([
    { doctor: 'ada', withNames: false },
  ])
  expect(hasUnsavedChanges()).toBe(false)
  expect(dialog.getByLabelText('Address')).toHaveValue(URL_OF_FEED)
  expect(dialog.getByLabelText(/Apple/)).toHaveValue(URL_OF_FEED.replace('https', 'webcal'))
  await user.click(dialog.getAllByRole('button', { name: /^Copy/ })[0] ?? document.body)
  expect(await navigator.clipboard.readText()).toBe(URL_OF_FEED)
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(URL_OF_FEED)).not.toBeInTheDocument()
  expect(await screen.findByText('Never used')).toBeVisible()
})

it('revokes a feed after a confirmation', async () => {
  feeds = [feed]
  const { user } = openAdminPage('/dashboard/feeds', CalendarFeedsPage)
  await user.click(await screen.findByRole('button', { name: /^Revoke/ }))
  server.answers['DELETE /calendar-feeds/one'] = () => {
    feeds = []
    return Response.json({ deletedCount: 1 })
  }
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke this feed?' }))
  expect(screen.getByRole('dialog')).toHaveTextContent('Dr. Ada Wong')
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('No feeds yet')).toBeVisible()
})

it('says why it could not be created, and offers names only to users who may see them', async () => {
  server.answers[LIST] = () => Response.json({ feeds, doctors, mayShowNames: false })
  const { user } = openAdminPage('/dashboard/feeds', CalendarFeedsPage)
  expect(await screen.findByText('New feed')).toBeVisible()
  expect(screen.queryByLabelText(/With names/)).not.toBeInTheDocument()
  server.answers[CREATE] = () => refusal(422, 'Revoke one first.')
  await user.click(screen.getByRole('button', { name: 'Make an address' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Revoke one first.')
})
