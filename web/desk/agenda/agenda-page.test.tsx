import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { dayAfter } from '#contract/dates.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import type { CanceledAppointment } from '#contract/front-desk/canceled.ts'
import type { HeldTime } from '#contract/front-desk/held-times.ts'
import { expected as visit } from '#machines/testing/attendance/attendance-walks.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { toast } from '#web/components/toasts.tsx'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'
import AgendaPage from './agenda-page.tsx'
import BookDialog from './calendar/book-dialog.tsx'
import type { DayColumn } from './calendar/day-layout.ts'
import { noticesOf } from './day-notices.tsx'
import WalkInDialog from './walk-in-dialog.tsx'

const DAY = '2027-03-02'
const ADA = { _id: 'ada', name: 'Dr. Ada Okoye', treatments: ['allergy'] }
const BEN = { _id: 'ben', name: 'Dr. Ben Roe', treatments: ['allergy'] }
const FRAME: AgendaFrame = {
  today: DAY,
  minute: 8 * 60,
  doctors: [ADA],
  treatments: [],
  days: [
    {
      date: DAY,
      hours: [{ from: 540, to: 1020 }],
      closures: [{ from: 720, to: 1440, reason: 'Staff meeting' }],
      doctors: [
        {
          _id: 'ada',
          hours: [{ from: 540, to: 1020 }],
          absences: [{ from: 0, to: 1440, reason: 'Ill' }],
        },
      ],
    },
  ],
}
const MIA = { ...visit, _id: 'mia', date: DAY, startMinute: 540, patientName: 'Mia', doctor: ADA }
const AGENDA: Agenda = {
  today: DAY,
  minute: 8 * 60,
  checkInMinutes: 60,
  lateMinutes: 5,
  rooms: [],
  entries: [
    MIA,
    { ...MIA, _id: 'leo', patientName: 'Leo', squeezed: true, overrideReason: 'Fever' },
  ],
  toSettle: 0,
  toHandBack: 0,
}

/** The clinic's appointments of the requested day. */
function answerWith(entries: readonly AgendaEntry[]) {
  server.answers['GET /agenda'] = ({ url }) => {
    const isAsked = ({ date }: AgendaEntry) => date === url.searchParams.get('date')
    return Response.json({ ...AGENDA, entries: entries.filter(isAsked) })
  }
}

const HOURS = [{ from: 480, to: 1020 }]
const COLUMN: DayColumn = {
  ...{ id: 'ada', doctor: null, name: 'Ada', label: 'Ada', date: DAY, treatments: ['allergy'] },
  ...{ hours: HOURS, closed: [], clinic: { hours: HOURS, closures: [] }, isOff: false, count: 0 },
}
const Book = () => <BookDialog column={COLUMN} minute={610} onClose={() => undefined} />
const WalkIn = () => <WalkInDialog today={DAY} opensWith="free" onClose={() => undefined} />

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  answerWith(AGENDA.entries)
  server.answers['GET /agenda/frame'] = () => Response.json(FRAME)
  server.answers['GET /schedule/misfits'] = () =>
    Response.json([
      {
        ...{ _id: 'mia', version: 0, date: DAY, slot: '09:00 AM - 09:30 AM', paid: false },
        ...{ treatmentId: 'allergy', treatment: 'Allergy Testing', doctor: ADA.name },
        ...{
          family: 'noah',
          patientName: 'Mia',
          email: '',
          phone: '1',
          dialablePhone: null,
          price: 45,
        },
        reasons: ['doctor_absent'],
      },
    ])
})

it('names absent doctors, conflicts and extra patients in the list', async () => {
  openAdminPage(`/dashboard/agenda?view=list&date=${DAY}`, AgendaPage)
  const notices = within(await screen.findByRole('list', { name: 'Closures and absences' }))
  expect(notices.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Closed from 12:00 PM: Staff meeting',
    'Dr. Ada Okoye away all day: Ill',
  ])
  expect(await screen.findByText('No longer fits: The doctor is away')).toBeVisible()
  expect(screen.getByText('Extra patient')).toBeVisible()
  expect(screen.getByText('Squeezed in: Fever')).toBeVisible()
})

it.each([
  [DAY, true],
  ['2026-01-01', false],
])('links from an empty day to its free times unless the day is over: %s', async (date, leads) => {
  answerWith([])
  openAdminPage(`/dashboard/agenda?view=list&date=${date}`, AgendaPage)
  expect(await screen.findByText('No appointments this day')).toBeVisible()
  expect(screen.queryAllByText(/^Bookings show up here/)).toHaveLength(leads ? 1 : 0)
  expect(screen.queryAllByRole('link', { name: 'See the free times' })).toHaveLength(leads ? 1 : 0)
})

it.each(['day', 'week'])('marks conflicts in the calendar of a %s', async (view) => {
  onScreen('wide')
  openAdminPage(`/dashboard/agenda?view=${view}&date=${DAY}`, AgendaPage)
  const name = /^9:00 .*no longer fits: The doctor is away/
  const [card, ...others] = await screen.findAllByRole('button', { name })
  expect([card?.dataset.conflict, others]).toEqual(['true', []])
})

it.each(['', '#canceled'])(
  'shows canceled appointments below the list, with the user, and limited to one doctor: %s',
  async (hash) => {
    const canceled: CanceledAppointment = {
      _id: 'zoe',
      startMinute: 600,
      lengthMinutes: 30,
      treatment: 'Allergy Testing',
      doctor: { _id: 'ada', name: ADA.name },
      family: 'noah',
      patientName: 'Zoe',
      phone: '(503) 555-0142',
      dialablePhone: '+15035550142',
      canceledAt: '2027-03-01T15:00:00.000Z',
      by: 'family',
    }
    server.answers['GET /agenda/canceled'] = () =>
      Response.json([canceled, { ...canceled, _id: 'ren', patientName: 'Ren', by: null }])
    const { user } = openAdminPage(`/dashboard/agenda?view=list&date=${DAY}${hash}`, AgendaPage)
    const fold = await screen.findByText('2 canceled')
    if (hash === '') await user.click(fold)
    const list = within(screen.getByRole('list', { name: 'Canceled appointments' }))
    const [zoe] = list.getAllByRole('listitem')
    expect(zoe).toHaveTextContent(/10:00 AM.*Zoe.*Allergy Testing.*Canceled by the family/)
    expect(list.getByRole('link', { name: 'Zoe' })).toBeVisible()
  },
)

it('says that nothing is canceled if a link leads to canceled appointments', async () => {
  server.answers['GET /agenda/canceled'] = () => Response.json([])
  openAdminPage(`/dashboard/agenda?view=list&date=${DAY}#canceled`, AgendaPage)
  expect(await screen.findByText('Nothing of this day is canceled.')).toBeVisible()
})

it.each([
  ['expected', 'Mia', 'Ben'],
  ['begun', 'Ben', 'Mia'],
])('lists appointments that are %s', async (show, shown, other) => {
  answerWith([MIA, { ...MIA, _id: 'ben', patientName: 'Ben', attendance: 'arrived' }])
  openAdminPage(`/dashboard/agenda?view=list&date=${DAY}&show=${show}`, AgendaPage)
  const list = within(await screen.findByRole('list', { name: 'Appointments' }))
  expect(list.getByText(shown)).toBeVisible()
  expect(list.queryByText(other)).not.toBeInTheDocument()
})

it('moves an appointment to another day of a doctor’s week, after a confirmation', async () => {
  onScreen('wide')
  const tuesday = FRAME.days[0]
  if (!tuesday) throw new Error('There is a day')
  const open = {
    ...tuesday,
    closures: [],
    doctors: [{ _id: 'ada', hours: tuesday.hours, absences: [] }],
  }
  const next = { ...open, date: dayAfter(DAY) }
  server.answers['GET /agenda/frame'] = () =>
    Response.json({ ...FRAME, doctors: [ADA, BEN], days: [open, next] })
  const mia = { ...MIA, family: 'noah' }
  answerWith([mia])
  server.answers['GET /appointments/mia/options'] = () =>
    Response.json({ ...changeFixture.options, treatmentId: 'allergy' })
  server.answers['GET /agenda/available'] = ({ url }) =>
    Response.json([
      {
        _id: 'allergy',
        name: 'Allergy Testing',
        price: 45,
        slots: [
          url.searchParams.get('date') === DAY ? '09:00 AM - 09:30 AM' : '09:30 AM - 10:00 AM',
        ],
      },
    ])
  const { options } = changeFixture
  const moved = { ...mia, date: dayAfter(DAY), startMinute: 570, version: options.version }
  server.answers['POST /appointments/mia/move'] = () => {
    answerWith([moved])
    return Response.json({ options, undoUntil: `${DAY}T12:00:10.000Z` })
  }
  server.answers['POST /appointments/mia/undo-move'] = () => Response.json({ options })
  const { user } = openAdminPage(`/dashboard/agenda?view=week&date=${DAY}`, AgendaPage)
  await user.selectOptions(await screen.findByLabelText('Doctor'), ADA.name)
  const [card] = await screen.findAllByRole('button', { name: /^9:00 Mia/ })
  act(() => card?.focus())
  await user.keyboard('m')
  expect(await screen.findByRole('button', { name: /^9:30 ?, Wed, Mar 3, 2027/ })).toBeTruthy()
  await user.keyboard('{ArrowRight}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Mia?' }))
  expect(dialog.getByText(/^Wed, Mar 3, 2027, 9:30 AM, /)).toBeVisible()
  expect(dialog.getByText(/^Tue, Mar 2, 2027, 9:00 AM, /)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() =>
    expect(server.callsOf('POST', '/appointments/mia/move')[0]?.body).toMatchObject({
      date: dayAfter(DAY),
      slot: '09:30 AM - 10:00 AM',
      undoable: true,
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText(/Mia.*: back at Tue, Mar 2, 2027, 9:00 AM.*no email/)
  const undone = server.callsOf('POST', '/appointments/mia/undo-move')[0]
  expect(undone?.body).toEqual({ version: changeFixture.options.version })

  // No email about the move has been sent yet.
  server.answers['POST /appointments/mia/move'] = () => Response.json({ options, undone: true })
  const [there] = await screen.findAllByRole('button', { name: /^9:30 Mia/ })
  act(() => there?.focus())
  await user.keyboard('m')
  await screen.findByRole('button', { name: /^9:00 ?, Tue, Mar 2, 2027/ })
  await user.keyboard('{ArrowLeft}{Enter}')
  const back = within(await screen.findByRole('dialog', { name: 'Move Mia?' }))
  expect(back.getByText(/move it back now, none will be/)).toBeVisible()
  act(() => toast.dismissAll())
  await user.click(back.getByRole('button', { name: 'Move' }))
  await screen.findByText(/Mia.*: back at Tue, Mar 2, 2027, 9:00 AM.*no email/)
})

it('shows for which family a time is held and until when, and answers for the family', async () => {
  onScreen('wide')
  const slot = '10:00 AM - 10:30 AM'
  const held: HeldTime = {
    ...{ _id: 'offer', date: DAY, slot, startMinute: 600, lengthMinutes: 30 },
    ...{ treatment: 'Allergy Testing', doctor: ADA, patients: [{ patientName: 'Zoe' }] },
    ...{ untilAt: { date: DAY, minute: 565 }, appointment: null, isReoffer: false },
  }
  let times = [held]
  server.answers['GET /agenda/held'] = () => Response.json(times)
  server.answers['POST /offers/offer/decline'] = () => {
    times = []
    return Response.json({ ...offerFixture, state: 'declined' })
  }
  const { user } = openAdminPage(`/dashboard/agenda?view=day&date=${DAY}`, AgendaPage)
  const card = await screen.findByRole('button', { name: '10:00 held for Zoe until 9:25 AM' })
  await user.click(card)
  const dialog = within(await screen.findByRole('dialog', { name: 'Held for Zoe' }))
  await user.click(await dialog.findByRole('button', { name: 'Decline for the family Zoe' }))
  await waitFor(() => expect(card).not.toBeInTheDocument())
  // The focus stays in the day, near that time.
  await waitFor(() => expect(screen.getByRole('button', { name: /^9:00 Mia/ })).toHaveFocus())
})

it('opens an appointment of the week on a phone, and returns to the week', async () => {
  const { user } = openAdminPage(`/dashboard/agenda?view=week&date=${DAY}`, AgendaPage)
  const line = await screen.findByRole('button', { name: '9:00 AM Mia' })
  await user.click(line)
  const dialog = within(await screen.findByRole('dialog', { name: /^Mia, Tue, Mar 2, 2027, 9:00/ }))
  await dialog.findByRole('link', { name: /^Emails about/ })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(line).toHaveFocus())
})

it('shows late, waiting and unpaid patients, and links to them from the figures', async () => {
  const paid = { ...MIA, _id: 'paid', patientName: 'Ben', paid: true, startMinute: 600 }
  answerWith([MIA, paid])
  const { user, site } = openAdminPage(`/dashboard/agenda?view=day&date=${DAY}`, AgendaPage)
  await user.click(await screen.findByRole('link', { name: '1 not paid' }))
  expect(site.location.search).toBe(`?date=${DAY}&view=list&show=unpaid`)
  const filters = within(screen.getByRole('navigation', { name: 'Show' }))
  expect(filters.getByRole('link', { name: 'Not paid' })).toHaveAttribute('aria-current', 'true')
  expect(screen.getAllByText('Mia').length).toBeGreaterThan(0)
  expect(screen.queryByText('Ben')).not.toBeInTheDocument()
  await user.click(filters.getByRole('link', { name: 'Late' }))
  await screen.findByRole('heading', { name: 'No one is late' })
  await user.click(filters.getByRole('link', { name: 'All' }))
  expect((await screen.findAllByText('Ben')).length).toBeGreaterThan(0)
})

it.each([
  ['', '?view=day'],
  [`?date=${DAY}`, `?date=${DAY}&view=day`],
  ['?view=grid', '?view=day'],
  ['?show=late', '?view=list&show=late'],
])('redirects an address of an earlier version, “%s”, to %s', async (search, expected) => {
  const { site } = openAdminPage(`/dashboard/agenda${search}`, AgendaPage)
  await waitFor(() => expect(site.location.search).toBe(expected))
})

it('opens in the view that was chosen last, unless a link had led to it', async () => {
  const first = openAdminPage(`/dashboard/agenda?date=${DAY}`, AgendaPage)
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  await first.user.click(views.getByRole('link', { name: 'Week' }))
  cleanup()
  const linked = openAdminPage(`/dashboard/agenda?view=list&date=${DAY}`, AgendaPage)
  await screen.findByRole('navigation', { name: 'Views' })
  expect(linked.site.location.search).toBe(`?view=list&date=${DAY}`)
  cleanup()
  const { site } = openAdminPage(`/dashboard/agenda?date=${DAY}`, AgendaPage)
  await waitFor(() => expect(site.location.search).toBe(`?date=${DAY}&view=week`))
})

it('keeps time and doctor of an extra patient, who gets what the doctor gives', async () => {
  const nine = '09:00 AM - 09:30 AM'
  server.answers['GET /agenda/available'] = () =>
    Response.json([
      {
        ...{ _id: 'allergy', name: 'Allergy Testing', price: 110, slots: [nine] },
        doctors: [
          { _id: 'ada', name: ADA.name, slots: ['09:00 AM - 09:45 AM'] },
          { _id: 'ben', name: BEN.name, slots: [nine] },
        ],
      },
      { _id: 'weight', name: 'Weight Loss', price: 60, slots: [nine] },
    ])
  const { user } = openAdminPage(`/dashboard/agenda?view=list&date=${DAY}`, AgendaPage)
  const label = `Squeeze in a patient at 9:00 AM with ${ADA.name}`
  // No extra patient can be added beside another one.
  await user.click(await screen.findByRole('button', { name: 'Details of the appointment of Leo' }))
  const leo = within(await screen.findByRole('dialog', { name: 'Leo, 9:00 AM' }))
  await leo.findByRole('link', { name: /^Emails about/ })
  expect(leo.queryByRole('button', { name: label })).not.toBeInTheDocument()
  await user.click(leo.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Details of the appointment of Mia' }))
  await user.click(await screen.findByRole('button', { name: label }))
  const dialog = within(
    await screen.findByRole('dialog', { name: `Squeeze in at 9:00 AM with ${ADA.name}` }),
  )
  const links = await dialog.findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/dashboard/families?${new URLSearchParams({
      ...{ date: DAY, treatment: 'allergy', slot: '09:00 AM - 09:45 AM', doctor: 'ada' },
      squeeze: 'true',
    })}`,
  ])
})

it('offers a walk-in on a full day the next day, an extra appointment or the waiting list', async () => {
  const nine = '09:00 AM - 09:30 AM'
  server.answers['GET /agenda/available'] = ({ url }) =>
    Response.json([
      {
        ...{ _id: 'allergy', name: 'Allergy Testing', price: 110 },
        slots: url.searchParams.has('squeeze') ? [nine] : [],
      },
    ])
  server.answers['GET /available/next'] = () =>
    Response.json([
      {
        ...{ _id: 'allergy', name: 'Allergy Testing' },
        days: [{ date: dayAfter(DAY), price: 110, slots: [nine] }],
      },
    ])
  const { user } = openAdminPage('/dashboard/agenda', WalkIn)
  const next = await screen.findByRole('link', {
    name: 'Next free for Allergy Testing: Wed, Mar 3, 9:00 AM',
  })
  const time = { treatment: 'allergy', slot: nine }
  expect(next).toHaveAttribute(
    'href',
    `/dashboard/families?${new URLSearchParams({ date: dayAfter(DAY), ...time })}`,
  )
  expect(screen.getByRole('link', { name: 'Waiting list' })).toHaveAttribute(
    'href',
    '/dashboard/waiting',
  )
  await user.click(screen.getByRole('button', { name: 'Squeeze in' }))
  const beside = await screen.findByRole('link', {
    name: 'Squeeze in at 9:00 AM for Allergy Testing',
  })
  expect(beside).toHaveAttribute(
    'href',
    `/dashboard/families?${new URLSearchParams({ date: DAY, ...time, squeeze: 'true' })}`,
  )
})

it('says of a full day only what it knows: of a chosen doctor, and of treatments that are not booked online', async () => {
  const nine = '09:00 AM - 09:30 AM'
  const full = { price: 110, slots: [], doctors: [{ ...ADA, slots: [] }] }
  const allergy = { _id: 'allergy', name: 'Allergy Testing' }
  server.answers['GET /agenda/available'] = () =>
    Response.json([
      { ...full, ...allergy },
      { ...full, _id: 'surgery', name: 'Surgery' },
    ])
  const days = [{ date: dayAfter(DAY), price: 110, slots: [nine] }]
  server.answers['GET /available/next'] = () => Response.json([{ ...allergy, days }])
  const { user } = openAdminPage('/dashboard/agenda', WalkIn)
  expect(await screen.findByText('No time left today')).toBeVisible()
  const doctors = screen.getByRole('combobox', { name: 'Doctor for Allergy Testing' })
  await user.selectOptions(doctors, ADA.name)
  expect(
    screen.getByRole('link', {
      name: 'Next free for Allergy Testing with any doctor: Wed, Mar 3, 9:00 AM',
    }),
  ).toBeVisible()
})

it('names the days of a week, and parts of a day', () => {
  const [day] = FRAME.days
  if (!day) throw new Error('There is a day')
  const closures = [{ from: 0, to: 600, reason: 'Snow' }]
  const absences = [{ from: 540, to: 600, reason: 'Dentist' }]
  const other = {
    ...day,
    date: '2027-03-03',
    closures,
    doctors: [{ _id: 'ada', hours: [], absences }],
  }
  const week = { ...FRAME, days: [{ ...day, closures: [], doctors: [] }, other] }
  const snow = 'Wed, Mar 3, 2027: Closed until 10:00 AM: Snow'
  expect(noticesOf(week)).toEqual([
    snow,
    'Wed, Mar 3, 2027: Dr. Ada Okoye away 9:00 AM to 10:00 AM: Dentist',
  ])
  expect(noticesOf(week, BEN.name)).toEqual([snow])
  const next = ['2027-03-04', '2027-03-06'].map((date) => ({ ...other, date, doctors: [] }))
  expect(noticesOf({ ...week, days: [...week.days, ...next] }, BEN.name)).toEqual([
    'Wed, Mar 3, 2027 to Thu, Mar 4, 2027, Sat, Mar 6, 2027: Closed until 10:00 AM: Snow',
  ])
})

it('says when one can book near a time at which nothing can be booked', async () => {
  server.answers['GET /agenda/available'] = () =>
    Response.json([
      {
        ...{ _id: 'allergy', name: 'Allergy Testing', price: 110 },
        slots: ['09:00 AM - 09:30 AM', '11:00 AM - 11:30 AM'],
      },
    ])
  const { user } = openAdminPage('/dashboard/agenda', Book)
  await screen.findByText('Nothing can be booked at this time. The nearest free times:')
  expect(screen.getByRole('button', { name: '9:00 AM' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: '11:00 AM' }))
  expect(screen.getByRole('dialog', { name: 'Book with Ada, about 11:00 AM' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^11:00 AM/ })).toBeVisible()
})

it('selects the doctor with the next free time for a walk-in', async () => {
  server.answers['GET /agenda/available'] = () =>
    Response.json([
      {
        _id: 'allergy',
        name: 'Allergy Testing',
        price: 45,
        slots: ['09:00 AM - 09:30 AM', '10:00 AM - 10:30 AM'],
        doctors: [
          { _id: 'ada', name: ADA.name, slots: ['10:00 AM - 10:30 AM'] },
          { _id: 'ben', name: 'Dr. Ben Roe', slots: ['09:00 AM - 09:30 AM'] },
        ],
      },
    ])
  const { user } = openAdminPage('/dashboard/agenda', WalkIn)
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    await dialog.findByRole('link', { name: 'Take 9:00 AM for Allergy Testing' }),
  ).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Doctor for Allergy Testing'), ADA.name)
  const link = dialog.getByRole('link', { name: 'Take 10:00 AM for Allergy Testing' })
  expect(link.getAttribute('href')).toContain('doctor=ada')
})
