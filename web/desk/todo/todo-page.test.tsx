import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { CallEntry, OwingEntry, WaitingCall } from '#contract/front-desk/todo.ts'
import type { ContactAttempt, DueCall } from '#contract/next-visits/families-to-call.ts'
import type { AbsenceApproval } from '#contract/schedule/absences.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { VISIT } from '#web/desk/patients/testing/noah.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import TodoPage from './todo-page.tsx'

const WAITING = {
  ...VISIT,
  doctor: null,
  family: 'noah',
  patientName: 'Mia',
  child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Noah Abara' },
  email: '',
  phone: '(503) 555-0129',
  dialablePhone: '+15035550129',
  isReachable: false,
  claimed: null,
  outcome: null,
}
const CALL: CallEntry = {
  ...WAITING,
  what: 'cancelled',
  changedAt: '2026-11-23T18:00:00.000Z',
  why: 'no_email',
}
const DEBT: OwingEntry = { ...WAITING, days: 42, askedAt: null, isReachable: true }
const COUNTS = {
  settle: 2,
  owing: 1,
  calls: 1,
  due: 0,
  conflicts: 0,
  handBack: 3,
  messages: 0,
  unreachable: 0,
  invitations: 0,
}
const me = { _id: 'uid', name: 'Rita', at: '2026-11-23T18:00:00.000Z' }
const MESSAGE: ContactAttempt = {
  ...{ _id: 'a', outcome: 'message', note: 'To the father', by: 'Sam', at: me.at },
}
const DUE: DueCall = {
  ...{ _id: VISIT._id, treatment: 'Allergy Testing', doctor: null, family: 'noah' },
  ...{ from: '2026-12-01', to: '2026-12-29', why: 'no_answer', attempts: [MESSAGE] },
  patients: [{ patientName: WAITING.patientName, child: WAITING.child }],
  ...{ phone: WAITING.phone, dialablePhone: WAITING.dialablePhone },
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answers['GET /todo'] = () => Response.json(COUNTS)
  server.answers['GET /todo/calls'] = () => Response.json([CALL])
  server.answers['GET /todo/owing'] = () =>
    Response.json({ entries: [DEBT], total: 1, ages: Array(4).fill({ count: 1, sum: 45 }) })
  server.answers['GET /schedule/misfits'] = () => Response.json([])
})

it('lists families to call, with the colleague who calls and the result', async () => {
  const { user } = openAdminPage('/dashboard/todo', TodoPage)
  const list = within(await screen.findByRole('list', { name: 'To call' }))
  expect(list.getByText('Canceled: no email known')).toBeTruthy()
  expect(list.getByText(/^born Jun 5, 2021/)).toBeTruthy()
  const mark = `PUT /todo/calls/${VISIT._id}`
  server.answers[mark] = () => Response.json({ claimed: { ...me, isYou: true }, outcome: null })
  server.answers['GET /todo/calls'] = () =>
    Response.json([{ ...CALL, claimed: { ...me, isYou: true } }])
  await user.click(list.getByRole('button', { name: 'I’m on it: Mia Abara, born Jun 5, 2021' }))
  expect(await screen.findByText('You’re on it')).toBeTruthy()
  const reached = { ...CALL, outcome: { ...me, outcome: 'reached' as const } }
  server.answers['GET /todo/calls'] = () => Response.json([reached])
  await user.click(list.getByRole('button', { name: 'Reached: Mia Abara, born Jun 5, 2021' }))
  expect(await screen.findByRole('list', { name: 'Done' })).toBeTruthy()
  expect(server.callsOf('PUT', `/todo/calls/${VISIT._id}`).map(({ body }) => body)).toEqual([
    { claimed: true, seen: { claimed: null, outcome: null } },
    { outcome: 'reached', seen: { claimed: 'uid', outcome: null } },
  ])
  expect(
    screen.getByRole('button', { name: 'Undo: Mia Abara, born Jun 5, 2021 was reached' }),
  ).toBeTruthy()
})

const waiting = (patientName: string, birthDate: string) => ({
  patientName,
  child: { _id: patientName, birthDate, age: '5 years', bookedBy: 'Noah Abara' },
})

it('names the time held for a family that has not answered, and its end', async () => {
  const held = {
    offer: 'offer',
    date: '2027-03-09',
    slot: '09:00 AM - 09:30 AM',
    untilAt: { date: '2027-03-04', minute: 18 * 60 },
  }
  const call = { ...CALL, what: 'reoffered', why: 'no_answer', held, language: 'es' }
  server.answers['GET /todo/calls'] = () => Response.json([call])
  const { user } = openAdminPage('/dashboard/todo?list=calls', TodoPage)
  await screen.findByText('Can’t take place at this time: no answer to our emails')
  screen.getByText(/^Tue, Mar 9, 2027, 9:00 AM, is held until 6:00 PM on Thu, Mar 4/)
  screen.getByText('Without an answer the appointment is canceled.')
  screen.getByText('Spanish')
  const shown = { ...offerFixture, _id: 'offer', version: 3 }
  server.answers['GET /offers/offer'] = () => Response.json(shown)
  server.answers['POST /offers/offer/accept'] = () =>
    Response.json({ ...shown, state: 'accepted', appointmentId: VISIT._id })
  server.answers['GET /todo/calls'] = () => Response.json([])
  const name = 'Accept for the family Mia Abara, born Jun 5, 2021'
  await user.click(screen.getByRole('button', { name }))
  expect(await screen.findByText('No calls to make')).toBeTruthy()
  expect(server.callsOf('POST', '/offers/offer/accept')).toMatchObject([{ body: { version: 3 } }])
})

it('cancels an appointment for a family that wants no other time, after a question', async () => {
  const untilAt = { date: '2027-03-04', minute: 18 * 60 }
  const held = { offer: 'offer', date: '2027-03-09', slot: '09:00 AM - 09:30 AM', untilAt }
  const call = { ...CALL, what: 'reoffered', why: 'no_email', held }
  server.answers['GET /todo/calls'] = () => Response.json([call])
  const { user } = openAdminPage('/dashboard/todo?list=calls', TodoPage)
  await user.click(await screen.findByRole('button', { name: /^Cancel the appointment for/ }))
  server.answers['POST /offers/offer/decline'] = () =>
    Response.json({ ...offerFixture, state: 'declined' })
  server.answers['GET /todo/calls'] = () => Response.json([])
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancel the appointment' }))
  expect(await screen.findByText('No calls to make')).toBeTruthy()
  expect(server.callsOf('POST', '/offers/offer/decline')).toHaveLength(1)
})

it('lists families to call whose wait was ended by closed days', async () => {
  const closed: WaitingCall = {
    ...{ _id: 'entry', what: 'closed', treatment: 'Allergy Testing', doctor: null },
    family: 'noah',
    patients: [waiting('Mia', '2021-06-05'), waiting('Ben', '2023-01-02')],
    ...{ phone: '(503) 555-0129', dialablePhone: '+15035550129' },
    ...{ from: '2026-11-24', to: '2026-11-26' },
    ...{ changedAt: me.at, why: 'no_email', claimed: null, outcome: null },
  }
  server.answers['GET /todo/calls'] = () => Response.json([closed])
  openAdminPage('/dashboard/todo', TodoPage)
  const list = within(await screen.findByRole('list', { name: 'To call' }))
  expect(list.getByText('Tue, Nov 24, 2026 to Thu, Nov 26, 2026')).toBeTruthy()
  expect(list.getByText(/^Wait ended, .*: no email known$/)).toBeTruthy()
  expect(
    list.getByRole('button', {
      name: 'Reached: Mia Abara, born Jun 5, 2021 and Ben Abara, born Jan 2, 2023',
    }),
  ).toBeTruthy()
})

it('says that a colleague was faster, and lets staff take over', async () => {
  const claimed = { ...me, name: 'Sam', isYou: false }
  server.answers[`PUT /todo/calls/${VISIT._id}`] = () =>
    refusal(409, 'A colleague was faster.', { code: 'stale', current: { claimed, outcome: null } })
  const { user } = openAdminPage('/dashboard/todo', TodoPage)
  const own = await screen.findByRole('button', { name: 'I’m on it: Mia Abara, born Jun 5, 2021' })
  server.answers['GET /todo/calls'] = () => Response.json([{ ...CALL, claimed }])
  await user.click(own)
  expect(await screen.findByText('A colleague was faster.')).toBeTruthy()
  expect(await screen.findByText('Sam is on it')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take over Mia Abara, born Jun 5, 2021' })).toBeTruthy()
})

it('emails a family that owes money, and shows how much and since when', async () => {
  const { user } = openAdminPage('/dashboard/todo?list=owing', TodoPage)
  const list = within(await screen.findByRole('list', { name: 'Owing' }))
  expect(list.getByText('owes $110')).toBeTruthy()
  server.answers[`POST /todo/owing/${VISIT._id}/ask`] = () =>
    Response.json({ askedAt: '2026-11-23T18:00:00.000Z' })
  await user.click(
    list.getByRole('button', {
      name: 'Send payment link to the family of Mia Abara, born Jun 5, 2021',
    }),
  )
  expect(
    await screen.findByText('We emailed the family of Mia Abara, born Jun 5, 2021 to pay'),
  ).toBeTruthy()
})

it('lists what waits elsewhere, and payments to admins only', async () => {
  openAdminPage('/dashboard/todo?list=conflicts', TodoPage)
  expect(await screen.findByText('All appointments fit the schedule')).toBeTruthy()
  const lists = within(screen.getByRole('navigation', { name: 'Lists' }))
  expect((await lists.findByRole('link', { name: /To hand back ?3/ })).getAttribute('href')).toBe(
    '/dashboard/refunds',
  )
  expect(lists.queryByRole('link', { name: /Payments/ })).toBeNull()
})

const SETUP = {
  hours: true,
  details: true,
  doctors: true,
  doctorTreatments: true,
  treatments: true,
  holidays: true,
  staff: true,
  notice: true,
  timeZone: true,
  email: true,
  payments: true,
  alarms: true,
  secondCopy: true,
  website: true,
  proxy: true,
  facts: [],
  toConfirm: { timeZone: 'America/Los_Angeles', alarms: ['ada@example.com'] },
}

it('sends the calendar invitations of another time zone again', async () => {
  server.answers['GET /todo'] = () => Response.json({ ...COUNTS, invitations: 12 })
  server.answers['POST /notifications/invitations'] = () =>
    Response.json({ invitations: 12 }, { status: 202 })
  const { user } = openAdminPage('/dashboard/todo', TodoPage)
  const name = '12 calendar invitations show another time'
  const banner = within(await screen.findByRole('region', { name }))
  server.answers['GET /todo'] = () => Response.json(COUNTS)
  await user.click(banner.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('12 invitations sent again')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name })).not.toBeInTheDocument())
})

it('shows admins what a new clinic lacks', async () => {
  server.answers['GET /todo'] = () => Response.json({ ...COUNTS, payments: 0 })
  server.answers['GET /todo/setup'] = () =>
    Response.json({ ...SETUP, doctors: false, email: false })
  openAdminPage('/dashboard/todo', TodoPage)
  const list = within(
    await screen.findByRole('region', { name: 'Set up the clinic: 13 of 15 done' }),
  )
  const doctors = list.getByRole('link', { name: 'Doctors' })
  expect(doctors).toHaveAttribute('href', '/dashboard/managedoctors')
  expect(list.getByText(/SMTP_URL/)).toBeTruthy()
  expect(list.queryByRole('link', { name: 'Opening hours' })).not.toBeInTheDocument()
})

it('shows admins each text of the website that is not confirmed', async () => {
  const facts = [{ fact: 'wait', label: 'How long families wait', section: 'why' }]
  server.answers['GET /todo'] = () => Response.json({ ...COUNTS, payments: 0 })
  server.answers['GET /todo/setup'] = () => Response.json({ ...SETUP, website: false, facts })
  openAdminPage('/dashboard/todo', TodoPage)
  const line = await screen.findByRole('link', { name: 'How long families wait' })
  expect(line).toHaveAttribute('href', '/dashboard/website/why')
})

it('lets an admin confirm what the server cannot know', async () => {
  server.answers['GET /todo'] = () => Response.json({ ...COUNTS, payments: 0 })
  server.answers['GET /todo/setup'] = () => Response.json({ ...SETUP, alarms: false })
  server.answers['POST /todo/setup/alarms'] = () => Response.json(SETUP)
  const { user } = openAdminPage('/dashboard/todo', TodoPage)
  const list = within(await screen.findByRole('region', { name: /^Set up the clinic/ }))
  expect(list.getByText(/ada@example\.com/)).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Confirm Alarms' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Set up/ })).toBeNull())
})

it('shows no setup once it is complete', async () => {
  server.answers['GET /todo'] = () => Response.json({ ...COUNTS, payments: 0 })
  server.answers['GET /todo/setup'] = () => Response.json(SETUP)
  openAdminPage('/dashboard/todo', TodoPage)
  await screen.findByRole('list', { name: 'To call' })
  await waitFor(() => expect(server.callsOf('GET', '/todo/setup')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: /^Set up/ })).not.toBeInTheDocument()
})

it('asks admins to approve what staff have recorded, and before a rejection', async () => {
  server.answers['GET /todo'] = () => Response.json({ ...COUNTS, payments: 0, absences: 1 })
  const absence: AbsenceApproval = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8058',
    doctor: { _id: 'ada', name: 'Dr. Ada' },
    date: '2026-11-24',
    fromMinute: 0,
    reason: 'Ill',
    recordedBy: 'Rita',
    recordedAt: '2026-11-24T16:00:00.000Z',
    isYours: false,
    state: 'waiting',
  }
  server.answers['GET /absences'] = () => Response.json([absence])
  const { user } = openAdminPage('/dashboard/todo?list=absences', TodoPage)
  const list = within(await screen.findByRole('list', { name: 'To approve' }))
  expect(list.getByText('Tue, Nov 24, 2026, all day: Ill')).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Withdraw the absence of Dr. Ada' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/handed over, moved or canceled stay so/)).toBeTruthy()
  const withdrawn = { ...absence, reason: null, state: 'withdrawn', decidedBy: 'Boss' }
  server.answers[`PUT /absences/${absence._id}/approval`] = () => Response.json(withdrawn)
  server.answers['GET /absences'] = () => Response.json([])
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('No absences to approve')).toBeTruthy()
  const calls = server.callsOf('PUT', `/absences/${absence._id}/approval`)
  expect(calls.map(({ body }) => body)).toEqual([{ decision: 'withdrawn' }])
})

it('lists messages of the contact page until they are done', async () => {
  const message = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8101',
    name: 'Ann Parent',
    email: 'ann+baby@example.com',
    phone: '(503) 555-0142',
    dialablePhone: '+15035550142',
    query: 'Do you see newborns?',
    receivedAt: '2026-11-23T18:00:00.000Z',
    done: null,
  }
  const answer = (messages: object[]) => () => Response.json({ messages, next: null })
  server.answers['GET /contact-messages'] = answer([message])
  server.answers[`PUT /contact-messages/${message._id}/done`] = () => Response.json({ done: true })
  const { user } = openAdminPage('/dashboard/todo?list=messages', TodoPage)
  const list = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(list.getByText('Do you see newborns?')).toBeVisible()
  expect(list.getByRole('link', { name: 'ann+baby@example.com' })).toHaveAttribute(
    'href',
    'mailto:ann%2Bbaby@example.com',
  )
  server.answers['GET /contact-messages'] = answer([])
  await user.click(list.getByRole('button', { name: 'Done: message by Ann Parent' }))
  expect(await screen.findByText('No messages to answer')).toBeVisible()
  expect(
    server.callsOf('PUT', `/contact-messages/${message._id}/done`).map(({ body }) => body),
  ).toEqual([{ done: true }])
  const at = '2026-11-24T18:00:00.000Z'
  server.answers['GET /contact-messages'] = answer([{ ...message, done: { at, by: 'Rita' } }])
  await user.click(screen.getByRole('link', { name: 'Show messages that are done' }))
  expect(
    await screen.findByRole('button', { name: 'Open the message by Ann Parent again' }),
  ).toBeVisible()
})

it('lists check-ups to email, and asks the families that are not left out', async () => {
  const due = { birthDate: '2021-06-05', family: 'noah', to: '2027-05-31', call: null }
  const children = [
    { ...due, _id: 'mia', name: 'Mia' },
    { ...due, _id: 'ben', name: 'Ben' },
    { ...due, _id: 'zoe', name: 'Zoe', call: 'custody' },
  ]
  server.answers['GET /due-visits'] = () => Response.json({ isOn: true, children })
  const { user } = openAdminPage('/dashboard/todo?list=plan', TodoPage)
  expect(await screen.findByRole('link', { name: /^Zoe/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Leave all out' }))
  expect(screen.getByRole('button', { name: 'Send emails about 0 children' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Choose all' }))
  expect(screen.getByRole('button', { name: 'Send emails about 2 children' })).toBeEnabled()
  await user.click(screen.getByRole('checkbox', { name: /^Ben/ }))
  server.answers['POST /due-visits/send'] = () => Response.json({ children: 1, emails: 2 })
  await user.click(screen.getByRole('button', { name: 'Send emails about 1 child' }))
  expect(await screen.findByText('2 emails about 1 child: sent at 10:00 AM')).toBeTruthy()
  expect(server.callsOf('POST', '/due-visits/send').map(({ body }) => body)).toEqual([
    { children: ['mia'] },
  ])
})

it('prints a letter for each child that no email reaches, with its first name only', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const due = { birthDate: '2021-06-05', family: 'noah', to: '2027-05-31' }
  const children = [
    { ...due, _id: 'mia', name: 'Mia Lund', call: 'unreached' },
    { ...due, _id: 'ben', name: 'Ben Lund', call: 'unreached', language: 'es' },
    { ...due, _id: 'zoe', name: 'Zoe Lund', call: 'custody' },
    { ...due, _id: 'ida', name: 'Ida Lund', call: 'stopped' },
  ]
  server.answers['GET /due-visits'] = () => Response.json({ isOn: true, children })
  const { user } = openAdminPage('/dashboard/todo?list=plan', TodoPage)
  await screen.findByText(/^The family has stopped emails about this child’s visits\./)
  await user.click(screen.getByRole('button', { name: 'Print 2 letters' }))
  expect(await screen.findByText('2 letters are ready to print.')).toBeTruthy()
  expect(print).toHaveBeenCalledOnce()
  const pages = [...document.querySelectorAll('.letter-page')].map((page) => page.textContent)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('To the family of Mia,')
  expect(pages[0]).toContain(`${origin}/appointment`)
  expect(pages[1]).toContain('A la familia de Ben:')
  expect(pages[1]).toContain(`${origin}/es/appointment`)
  expect(pages.join()).not.toMatch(/Lund|2021|Check-up/)
  await user.click(screen.getByRole('button', { name: 'All printed' }))
  expect(document.querySelector('.letter-page')).toBeNull()
})

it('says that the check-up plan is off', async () => {
  server.answers['GET /due-visits'] = () => Response.json({ isOn: false, children: [] })
  openAdminPage('/dashboard/todo?list=plan', TodoPage)
  expect(await screen.findByText('The check-up plan is off')).toBeTruthy()
})

it('lists families to call to book, and records what came of each call', async () => {
  let calls = [DUE]
  server.answers['GET /todo/due'] = () => Response.json(calls)
  const path = `/todo/due/${VISIT._id}/attempts`
  server.answers[`POST ${path}`] = () => {
    const attempt: ContactAttempt = { ...MESSAGE, _id: 'b', outcome: 'reached', note: '' }
    calls = [{ ...DUE, attempts: [attempt, MESSAGE] }]
    return Response.json(attempt, { status: 201 })
  }
  const { user } = openAdminPage('/dashboard/todo?list=due', TodoPage)
  const list = within(await screen.findByRole('list', { name: 'Call to book' }))
  expect(list.getByText('No answer to our emails')).toBeVisible()
  expect(list.getByText('To the father')).toBeVisible()
  await user.click(list.getByText('Add a note'))
  await user.type(list.getByLabelText(/^Note about the call/), 'Will book tonight')
  await user.click(list.getByRole('button', { name: 'Reached: Mia Abara, born Jun 5, 2021' }))
  expect(await screen.findByRole('list', { name: 'Reached' })).toBeVisible()
  expect(screen.getByText('No calls to make')).toBeVisible()
  expect(server.callsOf('POST', path).map(({ body }) => body)).toEqual([
    { outcome: 'reached', note: 'Will book tonight' },
  ])
})

it('says why a call could not be recorded', async () => {
  server.answers['GET /todo/due'] = () => Response.json([DUE])
  server.answers[`POST /todo/due/${VISIT._id}/attempts`] = () =>
    refusal(409, 'This visit is no longer asked for.', { code: 'ended' })
  const { user } = openAdminPage('/dashboard/todo?list=due', TodoPage)
  await user.click(await screen.findByRole('button', { name: /^Declined:/ }))
  expect(await screen.findByText('This visit is no longer asked for.')).toBeVisible()
})
