import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import TicketPage from '#web/both/booking/next-visits/ticket-page.tsx'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { readAskedTicket } from '#web/both/times/asked-ticket.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import NextVisits from './next-visits.tsx'

const VISIT = nextVisitFixture
const ID = VISIT._id

let server: ReturnType<typeof fakeServer>
let visits: NextVisit[]

beforeEach(() => {
  server = fakeServer()
  sessionStorage.clear()
  visits = [VISIT]
  server.answers['GET /next-visits'] = () => Response.json(visits)
})

const openCards = () => openAdminPage('/dashboard', () => <NextVisits />)

it('leads to the calendar with one press', async () => {
  openCards()
  const section = within(await screen.findByRole('region', { name: 'Time to book' }))
  expect(section.getByText('Please bring the diary.')).toBeVisible()
  expect(
    section.getByRole('link', { name: 'Choose a time: Allergy Testing for Mia' }),
  ).toHaveAttribute('href', `/appointment?ticket=${ID}`)
})

it.each([
  ['to call', { atDesk: true }, /^To book, call us at/],
  ['the first day', { opensOn: '2026-09-01' }, 'It can be booked from Tue, Sep 1, 2026 on.'],
  ['who can book it', { mayAnswer: false }, 'A guardian who may book for Mia can book it.'],
])('says %s where it cannot be booked here now', async (_, changes, text) => {
  visits = [{ ...VISIT, canBook: false, ...changes }]
  openCards()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Choose a time/ })).not.toBeInTheDocument()
})

it('takes the answers of the family, and takes one back', async () => {
  const changed = (changes: Partial<NextVisit>) => () => Response.json({ ...VISIT, ...changes })
  server.answers[`POST /next-visits/${ID}/not-for-us`] = changed({ state: 'declined' })
  server.answers[`POST /next-visits/${ID}/reopen`] = changed({})
  server.answers[`POST /next-visits/${ID}/done-elsewhere`] = changed({ state: 'elsewhere' })
  const { user } = openCards()
  await user.click(await screen.findByText('Not now?'))
  await user.click(screen.getByRole('button', { name: 'Not for us' }))
  expect(await screen.findByText(/^Your family said no to this visit/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Allergy Testing for Mia' })).toHaveFocus()
  expect(screen.queryByRole('link', { name: /^Choose a time/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: /^Choose a time/ })).toBeVisible()
  await user.click(screen.getByText('Not now?'))
  await user.type(screen.getByLabelText(/^Month of the visit elsewhere/), '2026-05')
  await user.click(screen.getByRole('button', { name: 'Done elsewhere' }))
  expect(await screen.findByText(/^This visit was done elsewhere/)).toBeVisible()
  expect(server.callsOf('POST', `/next-visits/${ID}/done-elsewhere`)[0]?.body).toEqual({
    month: '2026-05',
  })
})

it('says why an answer has failed, and lets it be given again', async () => {
  server.answers[`POST /next-visits/${ID}/not-for-us`] = () =>
    refusal(409, 'This visit is no longer asked for.', { code: 'ended' })
  const { user } = openCards()
  await user.click(await screen.findByText('Not now?'))
  await user.click(screen.getByRole('button', { name: 'Not for us' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This visit is no longer asked for.')
  expect(screen.getByRole('button', { name: 'Not for us' })).toBeEnabled()
})

it('lets no guardian answer who may not book', async () => {
  visits = [{ ...VISIT, canBook: false, mayAnswer: false }]
  openCards()
  await screen.findByText('A guardian who may book for Mia can book it.')
  expect(screen.queryByText('Not now?')).not.toBeInTheDocument()
})

const openStart = () => openAdminPage('/appointment', () => <TicketPage ticketId={ID} />)

it('opens the calendar at the first free day, with child, treatment and doctor chosen', async () => {
  visits = [{ ...VISIT, firstDay: '2026-07-13' }]
  openStart()
  await expect.poll(() => readAskedTicket(), { timeout: 3000 }).toEqual({ ticket: ID })
  expect(server.callsOf('GET', '/next-visits')).toHaveLength(1)
})

it('waits for a free time with one press where none is free', async () => {
  visits = [{ ...VISIT, firstDay: null }]
  server.answers['POST /waitlist'] = () => Response.json({}, { status: 201 })
  const { user } = openStart()
  await user.click(await screen.findByRole('button', { name: 'Tell me when one opens' }))
  expect(server.callsOf('POST', '/waitlist')[0]?.body).toEqual({
    treatment: 'Allergy Testing',
    child: 'mia',
    doctor: 'amara',
    from: '2027-03-02',
    to: '2027-03-30',
  })
})

it('waits for any day when its days have passed', async () => {
  visits = [{ ...VISIT, firstDay: null, isOver: true }]
  const { today, lastDay } = { today: '2027-04-02', lastDay: '2027-07-01' }
  server.answers['GET /config'] = () =>
    Response.json({ ...config, clinic: { ...config.clinic, today, lastDay } })
  server.answers['POST /waitlist'] = () => Response.json({}, { status: 201 })
  const { user } = openStart()
  const wait = await screen.findByRole('button', { name: 'Tell me when one opens' })
  expect(screen.getByText(/^These days have passed\./)).toBeVisible()
  expect(screen.getByText('No time is free at the moment.')).toBeVisible()
  await user.click(wait)
  await expect
    .poll(() => server.callsOf('POST', '/waitlist')[0]?.body)
    .toMatchObject({ from: today, to: lastDay })
})

it.each([
  [
    'booked',
    { state: 'booked', appointment: { _id: 'a', date: 'Jul 13, 2026', slot: '' } },
    'This visit is booked',
  ],
  ['withdrawn', { state: 'withdrawn' }, 'This visit is no longer asked for'],
  [
    'not bookable yet',
    { canBook: false, opensOn: '2026-09-01' },
    'It can be booked from Tue, Sep 1, 2026 on.',
  ],
  ['only at the desk', { canBook: false, atDesk: true }, /^To book, call us at/],
] as const)('says that a visit is %s', async (_, changes, text) => {
  visits = [{ ...VISIT, ...changes }]
  openStart()
  expect(await screen.findByText(text)).toBeVisible()
})

it('says that there is no such visit', async () => {
  visits = []
  openStart()
  expect(await screen.findByText('We couldn’t find that visit')).toBeVisible()
})
