import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { after, expected } from '#machines/testing/attendance/attendance-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import AgendaPage from '#web/desk/agenda/agenda-page.tsx'
import DoctorDayPage from '#web/desk/agenda/doctor-day-page.tsx'
import { choosePaper, PAPERS, type Paper } from '#web/desk/agenda/views/paper.ts'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import ClosingPage from '#web/desk/closing/closing-page.tsx'
import { NOAH, VISIT } from '#web/desk/patients/testing/noah.ts'
import CashRefundsPage from '#web/desk/payments/cash-refunds/cash-refunds-page.tsx'
import PaymentsPage from '#web/desk/payments/payments-page.tsx'
import TodoPage from '#web/desk/todo/todo-page.tsx'
import { PaletteField } from '#web/desk/workspace/palette-field.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'

// Two children of one first name, on every screen of a day: docs/requirements.md#patients-at-the-desk.

const DAY = '2027-03-02'
const TIME = '2027-03-02T18:00:00.000Z'
const ADA = { _id: 'ada', name: 'Dr. Ada Okoye' }
const HOURS = [{ from: 540, to: 1020 }]

/** The two patients, as answers of the server name them. */
const LUCAS = [
  { bookedBy: 'Paula Parker', birthDate: '2021-06-05' },
  { bookedBy: 'Rosa Lund', birthDate: '2019-02-03' },
].map(({ bookedBy, birthDate }, index) => ({
  ...{ _id: `01890a5d-ac96-774b-bcce-b302099a810${index}`, family: bookedBy },
  ...{ patientName: 'Lucas', phone: '(503) 555-0129', dialablePhone: '+15035550129', email: '' },
  child: { _id: bookedBy, birthDate, age: '5 years', bookedBy },
}))

const ENTRIES = LUCAS.map((each, index) => ({
  ...{ ...expected, ...each, childId: each.child._id, date: DAY, startMinute: 540 + 30 * index },
  doctor: ADA,
}))
const AGENDA = {
  ...{ today: DAY, minute: 535, checkInMinutes: 60, lateMinutes: 5, rooms: [] },
  ...{ toSettle: 0, toHandBack: 0 },
}
const FRAME = {
  ...{ today: DAY, minute: 535, treatments: [], doctors: [{ ...ADA, treatments: ['allergy'] }] },
  days: [
    {
      ...{ date: DAY, hours: HOURS, closures: [] },
      doctors: [{ _id: ADA._id, hours: HOURS, absences: [] }],
    },
  ],
}
const TASKS = LUCAS.map((each) => ({
  ...{ ...VISIT, doctor: null, isReachable: false, claimed: null, outcome: null },
  ...each,
}))
const DOCTOR_DAY = {
  ...{ doctor: ADA.name, date: DAY, today: DAY, minute: 535, lateMinutes: 5, hours: HOURS },
  ...{ closures: [], absences: [] },
  entries: ENTRIES,
}
const NO_MONEY = { taken: 0, refunded: 0, net: 0 }
const CLOSING = {
  ...{ date: DAY, today: DAY, methods: [], total: NO_MONEY, tills: [] },
  entries: LUCAS.map((each, index) => ({
    ...{ number: `2027-00000${index}`, kind: 'receipt', at: TIME, method: 'cash', by: 'Rita' },
    ...{ patients: [each], treatment: 'Allergy Testing', amount: 95 },
  })),
}
const REFUNDS = LUCAS.map((each) => ({
  ...{ ...each, treatment: 'Allergy Testing', date: 'Mar 2, 2027', slot: '09:00 AM - 09:30 AM' },
  ...{ method: 'cash', amount: 95, reason: 'cancelled', note: '', since: TIME, handedBack: null },
}))
const MISFITS = LUCAS.map((each) => ({
  ...{ ...each, version: 0, date: DAY, slot: '09:00 AM - 09:30 AM', paid: false, price: 45 },
  ...{ treatmentId: 'allergy', treatment: 'Allergy Testing', doctor: ADA.name },
  reasons: ['doctor_absent'],
}))
const PAYMENTS = LUCAS.map((each, index) => ({
  ...{ _id: `pi_${index}`, method: 'card', amountCents: 4500, succeededAt: TIME },
  ...{ disputed: false, disputeLost: false, payer: { _id: each.family, name: each.family } },
  items: [
    {
      ...{ _id: `item-${index}`, amountCents: 4500, keptCents: 2500 },
      appointment: {
        ...{ ...each, treatment: 'Allergy Testing', date: 'Mar 2, 2027' },
        ...{ slot: '09:00 AM - 09:30 AM', status: 'booked' },
      },
      refunds: [
        {
          ...{ _id: `re-${index}`, amountCents: 2000, reason: 'staff', note: '' },
          ...{ state: 'succeeded', createdAt: TIME },
        },
      ],
    },
  ],
}))
const COUNTS = { settle: 0, owing: 2, calls: 2, due: 2, conflicts: 2, handBack: 2, messages: 0 }

const ANSWERS: Record<string, unknown> = {
  'GET /agenda/frame': FRAME,
  'GET /agenda/held': [],
  'GET /my-day': DOCTOR_DAY,
  'GET /closing/2027-03-02': CLOSING,
  'GET /desk-refunds': { refunds: REFUNDS, handedBackToday: [], total: 190 },
  'GET /todo': { ...COUNTS, unreachable: 0, invitations: 0 },
  'GET /todo/calls': TASKS.map((each) => ({
    ...{ ...each, what: 'cancelled', changedAt: TIME, why: 'no_email' },
  })),
  'GET /todo/owing': {
    entries: TASKS.map((each) => ({ ...each, days: 42, askedAt: null })),
    ...{ total: 2, ages: Array(4).fill({ count: 1, sum: 45 }) },
  },
  'GET /todo/due': LUCAS.map((each) => ({
    ...{ ...each, treatment: 'Allergy Testing', doctor: null, from: DAY, to: DAY },
    ...{ why: 'no_answer', attempts: [], patients: [each] },
  })),
  'GET /schedule/misfits': MISFITS,
  'GET /payments': { payments: PAYMENTS, next: null },
  'GET /payments/problems': {
    comparedAt: TIME,
    problems: PAYMENTS.flatMap(({ _id: paymentId, items }) =>
      items.map(({ appointment, refunds }) => ({
        ...{ cause: 'refund_failed', subject: refunds[0]?._id, paymentId, since: TIME },
        ...{ amountCents: 2000, stripeCents: null, recordedCents: null, appointment },
      })),
    ),
  },
}

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  const { answers } = server
  for (const [call, answer] of Object.entries(ANSWERS)) answers[call] = () => Response.json(answer)
  answers['GET /agenda'] = ({ url }) => {
    const entries = url.searchParams.get('date') === DAY ? ENTRIES : []
    return Response.json({ ...AGENDA, entries })
  }
})

const SURFACES: [surface: string, address: string, page: ComponentType, path?: string][] = [
  ['the calendar of a day', `/dashboard/agenda?view=day&date=${DAY}`, AgendaPage],
  ['the list', `/dashboard/agenda?view=list&date=${DAY}`, AgendaPage],
  ['the week', `/dashboard/agenda?view=week&date=${DAY}`, AgendaPage],
  ['the doctor’s day', '/dashboard/day', DoctorDayPage],
  ['the calls', '/dashboard/todo?list=calls', TodoPage],
  ['the calls about a next visit', '/dashboard/todo?list=due', TodoPage],
  ['what is owed', '/dashboard/todo?list=owing', TodoPage],
  ['what no longer fits', '/dashboard/todo?list=conflicts', TodoPage],
  ['the closing sheet', `/dashboard/closing/${DAY}`, ClosingPage, '/dashboard/closing/:date'],
  ['money to hand back', '/dashboard/refunds', CashRefundsPage],
  ['payments by card and their refunds', '/dashboard/payments', PaymentsPage],
]

it.each(SURFACES)('%s tells them apart, in each button, too', async (_, address, Page, path) => {
  for (const width of ['wide', 'small'] as const) {
    onScreen(width)
    openAdminPage(address, Page, undefined, path)
    await waitFor(() => {
      const text = [
        document.body.textContent,
        ...[...document.querySelectorAll('[aria-label]')].map(({ ariaLabel }) => ariaLabel),
      ].join(' ')
      expect(text).toMatch(/Lucas Parker.*born Jun 5, 2021/s)
      expect(text).toMatch(/Lucas Lund.*born Feb 3, 2019/s)
    })
    const named = [...screen.queryAllByRole('button', { name: /Lucas/ })]
    expect(named.filter((each) => !/born /.test(each.ariaLabel ?? each.textContent ?? ''))).toEqual(
      [],
    )
    cleanup()
  }
})

const CALENDAR = `/dashboard/agenda?view=day&date=${DAY}`

it('the panel says the birth date once, beside the name', async () => {
  onScreen('wide')
  const { user } = openAdminPage(CALENDAR, AgendaPage)
  await user.click(await screen.findByRole('button', { name: /^9:00 Lucas Parker/ }))
  const panel = await screen.findByRole('complementary', { name: 'Chosen appointment' })
  await within(panel).findByText('5 years, booked by Paula Parker')
  expect(panel.textContent?.match(/Jun 5, 2021/g)).toHaveLength(1)
  expect(within(panel).getByRole('heading')).toHaveTextContent('Lucas Parker, born Jun 5, 2021')
})

it.each(Object.keys(PAPERS) as Paper[])('paper “%s” tells them apart, each once', async (paper) => {
  choosePaper(paper)
  openAdminPage(CALENDAR, AgendaPage)
  await screen.findAllByRole('button', { name: /Lucas Lund/ })
  const onPaper = () => document.querySelectorAll('.sheet-card, table td:nth-child(2)')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const printed = [...onPaper()].map(({ textContent }) => textContent)
  expect(printed).toEqual([
    expect.stringMatching(/Lucas Parker, born Jun 5, 2021(?!.*born)/),
    expect.stringMatching(/Lucas Lund, born Feb 3, 2019(?!.*born)/),
  ])
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

it('messages about a step tell them apart', async () => {
  for (const entry of ENTRIES) {
    server.answers[`PUT /agenda/${entry._id}/attendance`] = () =>
      Response.json(after(entry, 'arrived'))
  }
  const { user } = openAdminPage(`/dashboard/agenda?view=list&date=${DAY}`, AgendaPage)
  for (const name of ['Lucas Parker, born Jun 5, 2021', 'Lucas Lund, born Feb 3, 2019']) {
    const steps = await screen.findByRole('group', { name: new RegExp(`^Attendance: ${name}`) })
    await user.click(within(steps).getByRole('button', { name: /^Arrived/ }))
    expect(await screen.findByText(`${name} has arrived`)).toBeVisible()
  }
})

const Search = () => <PaletteField isForAdmins />

it('the search tells them apart, among appointments of today and families', async () => {
  const clinic = { ...config.clinic, today: DAY }
  server.answers['GET /config'] = () => Response.json({ ...config, clinic })
  const families = LUCAS.map(({ family, child }) => ({
    ...{ ...NOAH, _id: family, name: family },
    children: [{ _id: family, name: 'Lucas', birthDate: child.birthDate }],
  }))
  server.answers['GET /families'] = () => Response.json({ families, isCut: false })
  const { user } = openAdminPage('/dashboard/users', Search)
  queryClient.setQueryData([...AGENDA_KEY, { date: DAY, days: 1 }], { ...AGENDA, entries: ENTRIES })
  await user.click(await screen.findByRole('button', { name: /^Find a family/ }))
  await user.type(await screen.findByRole('combobox'), 'lucas')
  const found = async (group: string) =>
    within(await screen.findByRole('group', { name: group }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(await found('Today')).toEqual([
    expect.stringMatching(/^Lucas Parker, born Jun 5, 2021/),
    expect.stringMatching(/^Lucas Lund, born Feb 3, 2019/),
  ])
  expect(await found('Families')).toEqual([
    expect.stringMatching(/^Paula Parker.*Lucas, born Jun 5, 2021/),
    expect.stringMatching(/^Rosa Lund.*Lucas, born Feb 3, 2019/),
  ])
})
