import { expect } from '@playwright/test'
import type { ContactMessage } from '#contract/contact/contact-messages.ts'
import type { CallEntry, OwingEntry, TodoCounts, WaitingCall } from '#contract/front-desk/todo.ts'
import type { DueCall } from '#contract/next-visits/families-to-call.ts'
import { changeAddress, workingDay } from '../browser/visitor.ts'
import { CONFLICT } from './admin.ts'
import { openAsAdmin } from './demo-admin.ts'
import { answerWith, type Scene, scene, type Tour } from './scene.ts'

const COUNTS: TodoCounts = {
  settle: 2,
  owing: 1,
  calls: 2,
  due: 1,
  conflicts: 1,
  handBack: 3,
  messages: 2,
  unreachable: 1,
  invitations: 0,
  payments: 0,
}

const AT = '2026-06-05T12:00:00.000Z'

const WAITING = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: 0,
  date: workingDay(1),
  startMinute: 9 * 60,
  lengthMinutes: 30,
  treatment: 'Vaccinations/Immunizations',
  doctor: { _id: 'doctor', name: 'Dr. Amara Okafor' },
  family: 'family',
  patientName: 'Mia Wolfeschlegelsteinhausenbergerdorff',
  child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Paula Parent' },
  email: '',
  phone: '+1 503 555 0100',
  dialablePhone: '+15035550100',
  price: 45,
  isReachable: false,
  claimed: null,
  outcome: null,
}

const CLOSED: WaitingCall = {
  ...{
    _id: '01890a5d-ac96-774b-bcce-b302099a8060',
    what: 'closed',
    changedAt: AT,
    why: 'no_email',
  },
  ...{ treatment: WAITING.treatment, doctor: WAITING.doctor.name, family: 'family' },
  patients: [
    { patientName: WAITING.patientName, child: WAITING.child },
    { patientName: 'Ben', child: { ...WAITING.child, _id: 'ben', age: '3 years' } },
  ],
  ...{ phone: WAITING.phone, dialablePhone: WAITING.dialablePhone },
  ...{ from: workingDay(1), to: workingDay(3), claimed: null, outcome: null },
}

const CALLS: (CallEntry | WaitingCall)[] = [
  CLOSED,
  { ...WAITING, what: 'cancelled', changedAt: AT, why: 'no_email' },
  {
    ...WAITING,
    _id: '01890a5d-ac96-774b-bcce-b302099a8058',
    what: 'moved',
    changedAt: AT,
    why: 'bounced',
    claimed: { _id: 'rita', name: 'Rita Receptionist', at: AT, isYou: false },
    outcome: { _id: 'rita', name: 'Rita Receptionist', at: AT, outcome: 'no_answer' },
  },
  {
    ...WAITING,
    _id: '01890a5d-ac96-774b-bcce-b302099a8059',
    what: 'moved',
    changedAt: AT,
    why: 'unverified',
    outcome: { _id: 'rita', name: 'Rita Receptionist', at: AT, outcome: 'reached' },
  },
]

const DEBT: OwingEntry = { ...WAITING, days: 42, askedAt: AT, isReachable: true }

const MESSAGE: ContactMessage = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8061',
  name: 'Mia Wolfeschlegelsteinhausenbergerdorff',
  email: 'mia.wolfeschlegelsteinhausenbergerdorff@a-long-name-of-a-mail-provider.example',
  phone: WAITING.phone,
  dialablePhone: WAITING.dialablePhone,
  query:
    'Do you see newborns?\nWe move to town in May, with a child of two weeks and one of four years.',
  receivedAt: AT,
  done: null,
}

const MESSAGES: ContactMessage[] = [
  MESSAGE,
  {
    ...MESSAGE,
    _id: '01890a5d-ac96-774b-bcce-b302099a8062',
    name: 'Ben Parker',
    email: 'ben@example.com',
    phone: null,
    query: `${'Thank you for everything. '.repeat(30)}https://example.com/${'a'.repeat(120)}`,
  },
]

const DUE: DueCall = {
  ...{ _id: WAITING._id, treatment: WAITING.treatment, doctor: WAITING.doctor.name },
  ...{ family: 'family', phone: WAITING.phone, dialablePhone: WAITING.dialablePhone },
  ...{ from: workingDay(1), to: workingDay(3), why: 'no_answer' },
  patients: [{ patientName: WAITING.patientName, child: WAITING.child }],
  attempts: [
    {
      ...{ _id: 'attempt', outcome: 'message', by: 'Rita Receptionist', at: AT },
      note: 'The grandmother will tell the parents',
    },
  ],
}

const CALLS_CALL = '**/todo/calls'

const scenes: Scene[] = [
  scene('todo-calls', async (page) => {
    await answerWith(page, /\/todo$/, 200, COUNTS)
    await answerWith(page, CALLS_CALL, 200, CALLS)
    await openAsAdmin(page, '/dashboard/todo?list=calls')
    await expect(page.getByRole('list', { name: 'Done' })).toBeVisible()
  }),
  scene('todo-due', async (page) => {
    await answerWith(page, '**/todo/due', 200, [DUE])
    await changeAddress(page, '/dashboard/todo?list=due')
    await expect(page.getByRole('list', { name: 'Call to book' })).toBeVisible()
  }),
  scene('todo-owing', async (page) => {
    const ages = [0, 1, 0, 0].map((count) => ({ count, sum: 45 * count }))
    await answerWith(page, '**/todo/owing*', 200, { entries: [DEBT], total: 1, ages })
    await changeAddress(page, '/dashboard/todo?list=owing')
    await expect(page.getByRole('list', { name: 'Owing' })).toBeVisible()
  }),
  scene('todo-conflicts', async (page) => {
    const claimed = { _id: 'rita', name: 'Rita Receptionist', at: AT, isYou: false }
    const mark = { list: 'conflicts', subject: CONFLICT._id, claimed, outcome: null }
    await answerWith(page, '**/todo/marks', 200, [mark])
    await answerWith(page, '**/schedule/misfits', 200, [CONFLICT])
    await changeAddress(page, '/dashboard/todo?list=conflicts')
    await expect(page.getByText('Rita Receptionist is on it')).toBeVisible()
  }),
  scene('todo-messages', async (page) => {
    await answerWith(page, '**/contact-messages?*', 200, { messages: MESSAGES, next: 'more' })
    await changeAddress(page, '/dashboard/todo?list=messages')
    await expect(page.getByRole('list', { name: 'Messages' })).toBeVisible()
  }),
  scene('todo-messages-empty', async (page) => {
    await answerWith(page, '**/contact-messages?*', 200, { messages: [], next: null })
    await changeAddress(page, '/dashboard/todo?list=messages&state=done')
    await expect(page.getByText('No messages are done')).toBeVisible()
  }),
]

/** The front desk's to-do lists. */
export const todoTour: Tour = { name: 'todo', scenes }
