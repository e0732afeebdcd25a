import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dayAfter } from '#contract/dates.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import type {
  Impact,
  Schedule,
  ScheduleConflict,
  ScheduleYear,
} from '#contract/schedule/schedule.ts'
import { christmasEve } from '#machines/testing/closure/closure-walks.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import { CLINIC_STATE } from '#web/testing/clinic-state.ts'
import SchedulePage from './schedule-page.tsx'
import { noClosures, weekOf } from './testing/schedules.ts'

const NOTHING: Impact = {
  notTold: [],
  fingerprint: 'nothing',
  total: 0,
  families: 0,
  paid: 0,
  refund: 0,
  appointments: [],
}
const TRAINING = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8059',
  fromDate: '2026-12-01',
  toDate: '2026-12-02',
  fromMinute: 720,
  toMinute: 1440,
  reason: 'Training',
}
const [appointment] = christmasEve.impact.appointments
const conflict = {
  ...appointment,
  treatmentId: 'allergy',
  paid: true,
  reasons: ['closed', 'doctor_absent'],
} as ScheduleConflict

/** A week of the clinic, and of one doctor who is away on its first day. */
const frameFrom = (first: string): AgendaFrame => ({
  today: noClosures.today,
  minute: 600,
  doctors: [{ _id: 'amara', name: 'Dr. Amara Okafor', treatments: [] }],
  treatments: [],
  days: Array.from({ length: 7 }, (_, index) => ({
    date: dayAfter(first, index),
    hours: index < 5 ? [{ from: 540, to: 1020 }] : [],
    closures: [],
    doctors: [
      {
        _id: 'amara',
        hours: index < 5 ? [{ from: 540, to: 720 }] : [],
        absences: index === 0 ? [{ from: 540, to: 720, reason: 'Training' }] : [],
      },
    ],
  })),
})

/** Sets the width of the drawing. */
function layOut(width: number) {
  const box = { left: 0, width } as DOMRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box)
  Element.prototype.setPointerCapture = () => {}
}

/** The clinic has a training, and Dr. Okafor is absent on a day with three appointments. */
const YEAR: ScheduleYear = {
  today: noClosures.today,
  changes: [],
  rows: [
    { doctor: null, closures: [{ ...TRAINING, appointments: 0 }] },
    {
      doctor: { _id: 'amara', name: 'Dr. Amara Okafor' },
      closures: [
        { ...TRAINING, _id: 'away', toDate: '2026-12-01', reason: 'Conference', appointments: 3 },
      ],
    },
  ],
}

let server: ReturnType<typeof fakeServer>
let schedule: Schedule
let year: ScheduleYear

beforeEach(() => {
  server = fakeServer()
  schedule = noClosures
  year = YEAR
  server.answers['GET /schedule/year'] = () => Response.json(year)
  server.answers['GET /schedule'] = () => Response.json(schedule)
  server.answers['GET /schedule/misfits'] = () => Response.json([])
  server.answers['GET /schedule/sessions'] = () =>
    Response.json({ today: schedule.today, sessions: [] })
  server.answers['GET /agenda/frame'] = ({ url }) =>
    Response.json(frameFrom(url.searchParams.get('date') ?? ''))
  server.answers['GET /doctor'] = () => Response.json([])
  server.answers['GET /treatments'] = () =>
    Response.json({ today: schedule.today, treatments: [], week: weekOf() })
  server.answers['POST /schedule/hours/preview'] = () => Response.json(NOTHING)
})

const open = (section?: 'closures' | 'absences' | 'extra-sessions', query = '') =>
  openAdminPage(
    `/dashboard/schedule${section ? `/${section}` : ''}${query}`,
    SchedulePage,
    undefined,
    '/dashboard/schedule/:section?',
  )
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (label: string) => screen.findByLabelText(label)

it('shows the hours, and that there are no conflicts', async () => {
  open()
  expect(await screen.findByText('Monday to Friday 09:00am to 05:00pm')).toBeInTheDocument()
  expect(await screen.findByText(/All upcoming appointments fit/)).toBeInTheDocument()
})

it('redirects the former address to the closures, with the form filled in', async () => {
  const { site } = open(undefined, '?close=2026-12-24&reason=Training')
  expect(await screen.findByText('No closures are planned.')).toBeVisible()
  expect(site.location.pathname).toBe('/dashboard/schedule/closures')
  expect(await field('First day')).toHaveValue('2026-12-24')
})

it('links to the absences of each doctor', async () => {
  open('absences')
  const doctors = within(await screen.findByRole('list', { name: 'Doctors' }))
  expect(doctors.getByRole('link', { name: 'Dr. Amara Okafor' })).toHaveAttribute(
    'href',
    '/dashboard/managedoctors/amara',
  )
})

it('changes a week: breaks, copied to all weekdays, from a day on', async () => {
  const { user } = open()
  await user.click(await button('Change hours'))
  await user.click(await button('Add a break on Monday'))
  await user.click(await button('Copy Monday to all weekdays'))
  await user.click(await button('Open on Saturday'))
  await user.click(await button('Remove Saturday, time 2'))
  const from = await field('Valid from')
  await user.clear(from)
  await user.type(from, '2026-12-07')
  await user.click(await button('Check these hours'))
  expect(await screen.findByText('No appointments are affected.')).toBeInTheDocument()

  const split = [
    { from: 540, to: 720 },
    { from: 780, to: 1020 },
  ]
  const week = weekOf(...split)
  week[6] = split.slice(0, 1)
  const plan = { validFrom: '2026-12-07', week }
  server.answers['PUT /schedule/hours'] = () => {
    schedule = { ...schedule, version: 'second', plans: [...schedule.plans, plan] }
    return Response.json({ cancelled: 0, refunded: 0, schedule })
  }
  await user.click(await button('Save hours'))
  expect(await screen.findByText('Saved. No appointments were canceled.')).toBeInTheDocument()
  expect(server.callsOf('PUT', '/schedule/hours')[0]?.body).toEqual({
    ...plan,
    version: 'first',
    appointments: 'list',
    fingerprint: 'nothing',
  })
  expect(screen.getByRole('heading', { name: 'From Mon, Dec 7, 2026' })).toBeInTheDocument()
})

it('keeps the input if another admin was faster, and shows the current hours', async () => {
  const { user } = open()
  await user.click(await button('Change hours'))
  await user.click(await button('Remove Friday, time 1'))
  await user.click(await button('Check these hours'))
  const current = {
    ...noClosures,
    version: 'second',
    plans: [{ validFrom: '2026-11-23', week: weekOf({ from: 480, to: 960 }) }],
  }
  server.answers['PUT /schedule/hours'] = () => {
    schedule = current
    const message = 'Another admin has changed these hours meanwhile.'
    return Response.json({ code: 'stale', message, current }, { status: 409 })
  }
  await user.click(await button('Save hours'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/Another admin.*Nothing you typed/)
  expect(screen.getByText('Monday to Friday 08:00am to 04:00pm')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Open on Friday' })).toBeInTheDocument()
  // Untouched days show the other admin's hours.
  expect(screen.getByRole('alert')).toHaveTextContent(/They changed Monday, Tuesday, .* and Friday/)
  expect(screen.getByLabelText('Monday from')).toHaveValue('08:00')

  await user.click(await button('Check these hours'))
  await user.click(await button('Save hours'))
  const versions = server.callsOf('PUT', '/schedule/hours').map(({ body }) => body)
  expect(versions).toMatchObject([{ version: 'first' }, { version: 'second' }])
  expect(versions[1]).toMatchObject({
    week: [[], ...Array(4).fill([{ from: 480, to: 960 }]), [], []],
  })
})

it('shows at the day what is wrong with its times', async () => {
  const { user } = open()
  await user.click(await button('Change hours'))
  await user.clear(await field('Tuesday to'))
  await user.click(await button('Check these hours'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter a time')
  expect(screen.getByLabelText('Tuesday to')).toHaveFocus()
  expect(server.callsOf('POST', '/schedule/hours/preview')).toEqual([])
})

describe('planned hours', () => {
  const plan = { validFrom: '2026-12-07', week: weekOf({ from: 480, to: 1200 }) }
  const WITHDRAW = `DELETE /schedule/hours/${plan.validFrom}`
  const withdrawals = () =>
    server
      .callsOf('DELETE', `/schedule/hours/${plan.validFrom}`)
      .map(({ url }) => Object.fromEntries(url.searchParams))
  const undecided = (code: string, impact: Impact) => refusal(409, 'Check them.', { code, impact })
  const withdrawn = (counts: object) => () => {
    schedule = { ...noClosures, version: 'third' }
    return Response.json({ cancelled: 0, refunded: 0, ...counts, schedule })
  }

  beforeEach(() => {
    schedule = { ...noClosures, version: 'second', plans: [...noClosures.plans, plan] }
  })

  it('that affect no appointment are withdrawn at once, and can be restored', async () => {
    server.answers[WITHDRAW] = withdrawn({})
    const { user } = open()
    await user.click(await button('Withdraw the hours from Mon, Dec 7, 2026'))
    expect(await screen.findByText('The hours from Mon, Dec 7, 2026 are withdrawn.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Opening hours' })).toHaveFocus()
    expect(withdrawals()).toEqual([{ version: 'second' }])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()

    const bringBack = server.holdBack('PUT /schedule/hours')
    await user.click(await button('Undo'))
    schedule = { ...noClosures, plans: [...noClosures.plans, plan] }
    bringBack(Response.json({ cancelled: 0, refunded: 0, schedule }))
    expect(await screen.findByRole('heading', { name: 'From Mon, Dec 7, 2026' })).toBeVisible()
    expect(server.callsOf('PUT', '/schedule/hours')[0]?.body).toEqual({
      ...plan,
      version: 'third',
      appointments: 'list',
    })
  })

  it('show the appointments that will not fit before they are withdrawn', async () => {
    server.answers[WITHDRAW] = () => undecided('undecided', christmasEve.impact)
    const { user } = open()
    await user.click(await button('Withdraw the hours from Mon, Dec 7, 2026'))
    const question = 'Withdraw the hours from Mon, Dec 7, 2026?'
    const dialog = within(await screen.findByRole('dialog', { name: question }))
    expect(dialog.getByText('2 appointments affected')).toBeInTheDocument()
    expect(
      dialog.getByText(/^The hours before them stay in force: Monday to Friday 09/),
    ).toBeVisible()
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(withdrawals()).toEqual([{ version: 'second' }])

    await user.click(await button('Withdraw the hours from Mon, Dec 7, 2026'))
    const again = within(await screen.findByRole('dialog', { name: question }))
    await user.click(again.getByLabelText(/^Cancel all/))
    server.answers[WITHDRAW] = () => undecided('outdated', christmasEve.lessImpact)
    await user.click(again.getByRole('button', { name: 'Withdraw' }))
    expect(await again.findByRole('alert')).toHaveTextContent('Check them.')
    expect(again.getByText('1 appointment affected')).toBeInTheDocument()
    server.answers[WITHDRAW] = withdrawn({ cancelled: 1, refunded: 1 })
    await user.click(again.getByRole('button', { name: 'Withdraw' }))
    const done = /are withdrawn. 1 appointment canceled, 1 payment being refunded.$/
    expect(await screen.findByText(done)).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
    expect(withdrawals().slice(-2)).toEqual([
      { version: 'second', appointments: 'cancel', fingerprint: 'of both' },
      { version: 'second', appointments: 'cancel', fingerprint: 'of one' },
    ])
  })

  it('say that hundreds of appointments are being canceled, which cannot be undone', async () => {
    server.answers[WITHDRAW] = withdrawn({ toCancel: 400 })
    const { user } = open()
    await user.click(await button('Withdraw the hours from Mon, Dec 7, 2026'))
    const done = /are withdrawn. 400 appointments are being canceled, each with its refund.$/
    expect(await screen.findByText(done)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('remain if withdrawing them fails, and can be retried', async () => {
    server.answers[WITHDRAW] = () => undecided('undecided', christmasEve.impact)
    const { user } = open()
    await user.click(await button('Withdraw the hours from Mon, Dec 7, 2026'))
    const dialog = within(await screen.findByRole('dialog'))
    server.answers[WITHDRAW] = () => refusal(503, 'Busy')
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(await dialog.findByRole('alert')).toBeVisible()
    server.answers[WITHDRAW] = () => refusal(409, 'Another admin was faster.', { code: 'stale' })
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Another admin was faster.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'From Mon, Dec 7, 2026' })).toBeVisible()
  })
})

it('removes a closure and restores it', async () => {
  schedule = { ...noClosures, closures: [TRAINING] }
  server.answers[`DELETE /schedule/closures/${TRAINING._id}`] = () => {
    schedule = noClosures
    return Response.json({ deletedCount: 1 })
  }
  const { user } = open('closures')
  const time = 'Tue, Dec 1, 2026 to Wed, Dec 2, 2026, 12:00 PM to 12:00 AM'
  await user.click(await button(`Remove Training, ${time}`))
  expect(await screen.findByText('No closures are planned.')).toBeInTheDocument()
  server.answers['POST /schedule/closures'] = () => {
    schedule = { ...noClosures, closures: [TRAINING] }
    return Response.json({ cancelled: 0, refunded: 0, schedule }, { status: 201 })
  }
  await user.click(await button('Undo'))
  expect(await screen.findByText(time)).toBeInTheDocument()
  const { _id: _, ...closure } = TRAINING
  expect(server.callsOf('POST', '/schedule/closures')[0]?.body).toEqual({
    ...closure,
    appointments: 'list',
  })
})

it('proposes the holidays on which the clinic is open, and previews one at once', async () => {
  schedule = {
    ...noClosures,
    closures: [{ ...TRAINING, fromDate: '2026-12-25', toDate: '2026-12-25', fromMinute: 0 }],
  }
  server.answers['POST /schedule/closures/preview'] = () =>
    Response.json({ ...christmasEve.impact, paid: 1, refund: 110 })
  const { user } = open('closures')
  await user.click(await screen.findByText(/^Federal holidays/))
  expect(screen.queryByRole('button', { name: 'Close on Christmas Day' })).not.toBeInTheDocument()
  await user.click(await button('Close on Thanksgiving Day'))
  const preview = await screen.findByRole('form', { name: 'Close the clinic: Thu, Nov 26, 2026' })
  expect(within(preview).getByText('2 appointments affected')).toBeInTheDocument()
  expect(within(preview).getByText('$110')).toBeInTheDocument()
  expect(within(preview).getByRole('button', { name: 'Close the clinic' })).toBeDisabled()
  expect(server.callsOf('POST', '/schedule/closures/preview')[0]?.body).toEqual({
    fromDate: '2026-11-26',
    toDate: '2026-11-26',
    fromMinute: 0,
    toMinute: 1440,
    reason: 'Thanksgiving Day',
  })
})

it('asks about the year’s holidays until each is closed or kept open', async () => {
  schedule = noClosures
  const state = { ...CLINIC_STATE, openHolidays: '2026-12-25' }
  server.answers['GET /clinic/settings'] = () => Response.json(state)
  server.answers['PUT /clinic/settings'] = () =>
    Response.json({ ...state, openHolidays: '2026-11-26, 2026-12-25', version: 4 })
  const { user } = open('closures')
  const name = 'Is the clinic open on these federal holidays?'
  const banner = within(await screen.findByRole('region', { name }))
  await user.click(banner.getByText(/^\d+ more$/))
  expect(banner.getByText('Juneteenth')).toBeInTheDocument()
  expect(banner.queryByText('Christmas Day')).toBeNull()
  expect(
    banner.getByRole('link', { name: 'Close on Thanksgiving Day, Thu, Nov 26, 2026' }),
  ).toHaveAttribute('href', '/dashboard/schedule/closures?close=2026-11-26&reason=Thanksgiving+Day')
  await user.click(
    banner.getByRole('button', { name: 'Stay open on Thanksgiving Day, Thu, Nov 26, 2026' }),
  )
  await waitFor(() => expect(banner.queryByText('Thanksgiving Day')).toBeNull())
  expect(server.callsOf('PUT', '/clinic/settings')[0]?.body).toMatchObject({
    openHolidays: '2026-11-26, 2026-12-25',
    version: 3,
  })
})

it('closes all undecided holidays at once, after a question', async () => {
  schedule = noClosures
  const state = { ...CLINIC_STATE, openHolidays: '' }
  server.answers['GET /clinic/settings'] = () => Response.json(state)
  server.answers['POST /schedule/closures'] = () =>
    Response.json({ closures: [], cancelled: 0, refunded: 0, schedule }, { status: 201 })
  const { user } = open('closures')
  const banner = within(await screen.findByRole('region', { name: /^Is the clinic open on/ }))
  await user.click(banner.getByRole('button', { name: /^Close on all \d+$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const all = dialog.getByRole('button', { name: /^Close on \d+ days$/ })
  const days = Number(all.textContent?.match(/\d+/))
  await user.click(all)
  await waitFor(() => expect(server.callsOf('POST', '/schedule/closures')).toHaveLength(days))
  expect(server.callsOf('POST', '/schedule/closures')[0]?.body).toMatchObject({
    ...{ fromDate: '2026-11-26', toDate: '2026-11-26', fromMinute: 0, toMinute: 1440 },
    ...{ reason: 'Thanksgiving Day', appointments: 'list' },
  })
})

it('keeps and cancels appointments that no longer fit', async () => {
  const other = { ...conflict, _id: '01890a5d-ac96-774b-bcce-b302099a8060', paid: false }
  server.answers['GET /schedule/misfits'] = () => Response.json([conflict, other])
  server.answers[`POST /schedule/misfits/${conflict._id}/keep`] = () =>
    Response.json({ misfits: [other] })
  const stale = { code: 'stale', message: 'It has changed.', current: null }
  server.answers[`POST /schedule/misfits/${other._id}/cancel`] = () =>
    Response.json(stale, { status: 409 })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'No longer fit (2)' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '2 appointments no longer fit' })).toBeInTheDocument()
  expect(screen.getAllByText('The clinic is closed then. The doctor is away.')).toHaveLength(2)
  await user.click(screen.getAllByRole('button', { name: /^Keep/ })[0] ?? document.body)
  await waitFor(() => expect(screen.getByRole('heading', { name: /\(1\)/ })).toHaveFocus())

  await user.click(await button(/^Cancel Paula/))
  await user.click(await button('Cancel appointment'))
  expect(await screen.findByRole('alert')).toHaveTextContent('It has changed.')
  server.answers[`POST /schedule/misfits/${other._id}/cancel`] = () =>
    Response.json({ misfits: [] })
  await user.click(await button('Cancel appointment'))
  expect(await screen.findByRole('heading', { name: 'No longer fit (0)' })).toBeInTheDocument()
})

it('names the child of an appointment that no longer fits, and its booker', async () => {
  const ofMia = {
    ...conflict,
    family: 'family',
    patientName: 'Mia Parent',
    child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Paula Parent' },
  }
  const ofPaula = { ...conflict, _id: '01890a5d-ac96-774b-bcce-b302099a8060' }
  server.answers['GET /schedule/misfits'] = () => Response.json([ofMia, ofPaula])
  server.answers[`POST /schedule/misfits/${conflict._id}/keep`] = () =>
    Response.json({ misfits: [ofPaula] })
  const { user } = open()
  const list = await screen.findByRole('region', { name: /^No longer fit/ })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent(
    'Mia Parent · Allergy Testingborn Jun 5, 2021, 5 years, booked by Paula Parent',
  )
  expect(second).toHaveTextContent('Paula Parent · Allergy Testing')
  expect(second).not.toHaveTextContent('booked by')
  await user.click(await button(/^Move Mia Parent, born Jun 5, 2021, Allergy Testing/))
  const dialog = await screen.findByRole('dialog', { name: 'Move this appointment' })
  expect(dialog).toHaveTextContent(
    'Mia Parent, born Jun 5, 2021, Allergy Testing, now on Thu, Dec 24, 2026',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Go back' }))
  await user.click(await button(/^Keep Mia Parent/))
  expect(
    await screen.findByText(
      /^Mia Parent, born Jun 5, 2021, Allergy Testing, Thu, Dec 24, 2026, .*: kept$/,
    ),
  ).toBeVisible()
})

it('moves an appointment that no longer fits to a free time, and asks again if that is taken', async () => {
  const treatment = { _id: 'allergy', name: 'Allergy', price: 110, slots: [] as string[] }
  const offer = (...slots: string[]) => {
    server.answers['GET /available/to-move'] = () => Response.json([{ ...treatment, slots }])
  }
  server.answers['GET /schedule/misfits'] = () => Response.json([conflict])
  const { user } = open()
  await user.click(await button(/^Move Paula/))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move this appointment' }))
  const day = dialog.getByLabelText('New day')
  offer()
  await user.type(day, '2026-12-28')
  expect(await dialog.findByText(/No free times on Mon, Dec 28/)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()

  offer('09:00 AM - 09:30 AM', '11:00 AM - 11:30 AM')
  await user.clear(day)
  await user.type(day, '2026-12-29')
  await user.selectOptions(await dialog.findByLabelText('New time'), '11:00 AM - 11:30 AM')
  const path = `POST /schedule/misfits/${conflict._id}/move`
  server.answers[path] = () => refusal(409, 'This time is not free.')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('This time is not free.')

  server.answers[path] = () => Response.json({ misfits: [] })
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByRole('heading', { name: 'No longer fit (0)' })).toHaveFocus()
  const wanted = { version: 0, date: '2026-12-29', slot: '11:00 AM - 11:30 AM' }
  expect(server.callsOf('POST', path.slice(5)).at(-1)?.body).toEqual(wanted)
})

describe('the drawings', () => {
  it('show the week of the clinic and its doctors, and link to the next one', async () => {
    const { user } = open()
    const own = await screen.findByRole('row', { name: /^Dr\. Amara Okafor/ })
    expect(own).toHaveTextContent('9:00 AM to 12:00 PM. Closed: Training')
    expect(within(own).getByRole('link')).toHaveAttribute('href', '/dashboard/managedoctors/amara')
    expect(await button('Previous week')).toBeDisabled()
    await user.click(await button('Next week'))
    await waitFor(() => expect(server.callsOf('GET', '/agenda/frame')).toHaveLength(2))
    expect(await button('Previous week')).toBeEnabled()
  })

  it('change the hours by dragging their edges, in half hours', async () => {
    const { user } = open()
    await user.click(await button('Change hours'))
    // Ten hours from 8 on.
    layOut(1000)
    const edge = screen
      .getByRole('group', { name: 'Monday' })
      .querySelector<HTMLElement>('[data-edge="to"]')
    if (!edge) throw new Error('Monday has no bar')
    fireEvent.pointerDown(edge, { pointerId: 1, clientX: 900 })
    fireEvent.pointerMove(edge, { pointerId: 1, clientX: 812 })
    fireEvent.pointerUp(edge, { pointerId: 1 })
    expect(await field('Monday to')).toHaveValue('16:00')
    fireEvent.pointerMove(edge, { pointerId: 1, clientX: 500 })
    expect(await field('Monday to')).toHaveValue('16:00')
  })

  it('link to the week in which hours change', async () => {
    // A Monday, and a Wednesday, whose week has two plans.
    year = { ...YEAR, changes: ['2026-12-07', '2027-01-06'] }
    const { user } = open()
    expect(await button('From today')).toHaveAttribute('aria-pressed', 'true')
    await user.click(await button('From Mon, Dec 7'))
    expect(await screen.findByRole('heading', { name: 'Week of Dec 7, 2026' })).toBeVisible()
    await user.click(await button('From Wed, Jan 6'))
    expect(await screen.findByRole('heading', { name: 'Week of Jan 11, 2027' })).toBeVisible()
    expect(await button('From Wed, Jan 6')).toHaveAttribute('aria-pressed', 'true')
  })

  it('show closures and absences with their appointments, and fill in the form for dragged days', async () => {
    const { site } = open('closures')
    const line = await screen.findByRole('img', {
      name: '1 closure in the next twelve months: Training, Tue, Dec 1, 2026 to Wed, Dec 2, 2026',
    })
    const away = screen.getByRole('img', {
      name: '1 absence in the next twelve months: Conference, Tue, Dec 1, 2026, 3 appointments',
    })
    // Each day is 10 pixels wide.
    layOut(3650)
    const first = `${schedule.today.slice(0, 7)}-01`
    const placeOf = (days: number) =>
      10 * ((Date.parse(dayAfter(schedule.today, days)) - Date.parse(first)) / 86_400_000) + 5
    const drag = (picture: HTMLElement, from: number, to: number) => {
      const days = picture.firstElementChild
      if (!days) throw new Error('The year has no line')
      fireEvent.pointerDown(days, { pointerId: 1, clientX: placeOf(from) })
      fireEvent.pointerMove(days, { pointerId: 1, clientX: placeOf(to) })
      fireEvent.pointerUp(days, { pointerId: 1 })
    }
    drag(line, 4, 2)
    await waitFor(async () =>
      expect(await field('First day')).toHaveValue(dayAfter(schedule.today, 2)),
    )
    expect(await field('Last day, if several')).toHaveValue(dayAfter(schedule.today, 4))
    expect(await field('Reason')).toHaveFocus()
    drag(away, 1, 1)
    await waitFor(() => expect(site.location.pathname).toBe('/dashboard/managedoctors/amara'))
    expect(site.location.search).toBe(`?close=${dayAfter(schedule.today)}`)
  })
})
