import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Family } from '#contract/families/families.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { after, expected, TIME } from '#machines/testing/attendance/attendance-walks.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'
import AgendaPage from '../agenda-page.tsx'

const DAY = TIME.today
const ROOMS = ['Room 1', 'Room 2', 'Room 3']
const HERE = {
  ...after(expected, 'arrived'),
  _id: 'mia',
  family: 'noah',
  patientName: 'Mia',
} satisfies AgendaEntry
const IN_ROOM: AgendaEntry = {
  ...after(expected, 'in_room'),
  _id: 'leo',
  startMinute: 600,
  patientName: 'Leo',
  room: { name: 'Room 1', minute: 540 },
}
const COMING: AgendaEntry = {
  ...expected,
  _id: 'ava',
  startMinute: 660,
  family: 'lund',
  patientName: 'Ava',
}

let server: ReturnType<typeof fakeServer>
let entries: AgendaEntry[]
beforeEach(() => {
  onScreen('wide')
  server = fakeServer()
  entries = [HERE, IN_ROOM, COMING]
  server.answers['GET /agenda'] = () =>
    Response.json({
      ...{ ...TIME, rooms: ROOMS, entries, toSettle: 0, toHandBack: 0 },
    } satisfies Agenda)
  server.answers['GET /agenda/frame'] = () =>
    Response.json({
      ...{ today: DAY, minute: TIME.minute, doctors: [], treatments: [] },
      days: [{ date: DAY, hours: [{ from: 540, to: 1020 }], closures: [], doctors: [] }],
    })
  server.answers['GET /schedule/misfits'] = () => Response.json([])
  server.answers['GET /agenda/available'] = () => Response.json([])
})

const panel = () => screen.findByRole('complementary', { name: 'Chosen appointment' })
const card = (name: RegExp) => screen.findByRole('button', { name })

function openCalendar() {
  return openAdminPage(`/dashboard/agenda?view=day&date=${DAY}`, AgendaPage)
}

it('opens beside the calendar: a key moves the focus inside, a pointer does not, and Escape returns it', async () => {
  const { user } = openCalendar()
  const ava = await card(/^11:00 Ava/)
  await user.click(ava)
  const beside = within(await panel())
  expect(await beside.findByRole('link', { name: 'Move the appointment of Ava' })).toBeVisible()
  expect(ava).toHaveFocus()
  await user.keyboard('{ArrowUp}{Enter}')
  expect(await beside.findByRole('heading', { name: /^Leo, / })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(await card(/^10:00 Leo/)).toHaveFocus()
  expect(await panel()).toHaveTextContent('Choose an appointment')
})

it('selects the room in place, marks occupied ones, and keeps the focus', async () => {
  server.answers['PUT /agenda/mia/attendance'] = ({ body }) =>
    Response.json({ ...after(HERE, 'in_room'), room: { name: Object(body).room, minute: 550 } })
  const { user } = openCalendar()
  const mia = await card(/^9:00 Mia/)
  mia.focus()
  await user.keyboard('{ArrowDown}{ArrowUp}r')
  const rooms = within(await screen.findByRole('group', { name: 'Room for Mia' }))
  expect(rooms.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Room 1: Leo',
    'Room 2',
    'Room 3',
    'Back',
  ])
  expect(rooms.getByRole('button', { name: 'Room 2' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('group', { name: 'Room for Mia' })).not.toBeInTheDocument()
  expect((await panel()).querySelector('[data-panel]')).toHaveFocus()
  await user.keyboard('r{Enter}')
  await waitFor(() =>
    expect(server.callsOf('PUT', '/agenda/mia/attendance')[0]?.body).toMatchObject({
      attendance: 'in_room',
      room: 'Room 2',
    }),
  )
  expect((await panel()).querySelector('[data-panel]')).toHaveFocus()
})

it('reports in the panel what was done, and offers the next appointment if no time is free', async () => {
  server.answers['POST /agenda/mia/payment'] = () => {
    entries = [
      { ...HERE, version: 1, paid: true, payment: { method: 'cash', day: DAY, receipt: null } },
    ]
    return Response.json(entries[0])
  }
  const { user } = openCalendar()
  await user.click(await card(/^9:00 Mia/))
  const beside = within(await panel())
  const next = await beside.findByRole('link', {
    name: 'Follow up: Mia, no time is free on Fri, Jun 19, 2026',
  })
  expect(next.getAttribute('href')).toBe('/dashboard/families/noah/book?date=2026-06-19&child=')
  await user.click(beside.getByRole('button', { name: /^Cash/ }))
  await user.keyboard('{Enter}')
  expect(await beside.findByText(/^\$120 for Mia taken in cash/)).toBeVisible()
  // Events of the payment and of the arrival.
  expect(beside.getAllByRole('button', { name: 'Undo' })).toHaveLength(2)
  expect(await beside.findByRole('button', { name: /^Undo the payment/ })).toBeVisible()
  expect((await panel()).querySelector('[data-panel]')).toHaveFocus()
})

it('cancels in the panel, and reports the result there', async () => {
  const { options } = changeFixture
  server.answers['GET /families/lund'] = () =>
    Response.json({
      ...{ _id: 'lund', name: 'Ava', email: null, phone: '1', dialablePhone: null },
      ...{ hasAccount: false, isReachable: false, missed: 0, today: DAY, minute: TIME.minute },
      ...{ children: [], appointments: [], money: { paid: 0, refunded: 0 } },
      ...{ link: null, proposed: null, linked: [], linkable: [] },
      ...{ claim: null, secondGuardian: null },
    } satisfies Family)
  server.answers['GET /appointments/ava/options'] = () =>
    Response.json({ ...options, clinicQuote: options.quote })
  server.answers['POST /appointments/ava/cancel'] = () => {
    entries = [HERE]
    return Response.json({ options, refund: 0 })
  }
  const { user } = openCalendar()
  await user.click(await card(/^11:00 Ava/))
  await user.click(await screen.findByRole('button', { name: 'Cancel the appointment of Ava' }))
  const question = within(await screen.findByRole('dialog', { name: /^Cancel .*Ava.*\?$/ }))
  await user.click(await question.findByRole('button', { name: 'Cancel appointment' }))
  const beside = within(await panel())
  const done = await beside.findByRole('heading', { name: 'The appointment has been canceled' })
  expect(done).toHaveFocus()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^11:00 Ava/ })).toBeNull())
  expect(done).toBeVisible()
  expect(beside.queryByRole('button', { name: 'Arrived' })).not.toBeInTheDocument()
})
