import { expect, type Page } from '@playwright/test'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ListedCashRefund } from '#contract/front-desk/cash-refunds.ts'
import type { ListedNotification, UnreachableUser } from '#contract/notifications/notifications.ts'
import {
  DEFAULT_CHANGE_RULES,
  DEFAULT_DESK_RULES,
  DEFAULT_INSIGHT_SETTINGS,
  DEFAULT_REMINDERS,
} from '#contract/schedule/clinic-settings.ts'
import type { Doctor } from '#contract/schedule/doctors.ts'
import type { Impact } from '#contract/schedule/schedule.ts'
import { DEFAULT_COPY_ALARM_MINUTES } from '#contract/second-copy.ts'
import { DEFAULT_WAITLIST_RULES } from '#contract/waitlist/rules.ts'
import { after, expected as visit } from '#machines/testing/attendance/attendance-walks.ts'
import { workingDay } from '../browser/visitor.ts'
import { ADMIN, openAsAdmin } from './demo-admin.ts'
import { CLOSING } from './receipts.ts'
import { reconciliationScenes } from './reconciliation.ts'
import { answerWith, overlay, REFUSAL, restore, type Scene, scene, type Tour } from './scene.ts'

const USERS = '**/users?*'
const DOCTORS = '**/doctor'

/** An appointment that no longer fits. */
export const CONFLICT = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: 0,
  date: '2026-12-24',
  slot: '09:00 AM - 09:30 AM',
  treatmentId: 'allergy',
  treatment: 'Allergy Testing',
  doctor: 'Dr. Amara Okafor',
  family: 'family',
  patientName: 'Mia Wolfeschlegelsteinhausenbergerdorff',
  child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Paula Parent' },
  email: 'paula@example.com',
  phone: '+1 503 555 0100',
  paid: true,
  price: 110,
  reasons: ['closed', 'doctor_absent'],
}

/** What a change of hours or closures does to it. */
const AFFECTED: Impact = {
  notTold: [{ _id: 'family', name: 'Paula Parent', phone: '+1 503 555 0100' }],
  fingerprint: 'one',
  total: 1,
  families: 1,
  paid: 1,
  refund: 110,
  appointments: [CONFLICT],
  reoffer: {
    fingerprint: 'one with its time',
    untilAt: { date: '2026-06-06', minute: 18 * 60 },
    total: 1,
    times: [
      { _id: CONFLICT._id, date: '2026-06-12', slot: CONFLICT.slot, doctor: 'Dr. Amara Okafor' },
    ],
  },
}

const UNREACHABLE: UnreachableUser = {
  _id: '1',
  name: 'Nora Newcomer',
  email: 'nora@example.com',
  phone: '+1 503 555 0100',
  since: '2026-06-05T12:00:00.000Z',
}

const SENT: ListedNotification = {
  _id: '1',
  kind: 'booked',
  state: 'sent',
  recipient: { name: 'Nora Newcomer', email: 'nora@example.com' },
  about: 'Vaccinations/Immunizations, Jun 8, 2026, 09:30 AM - 10:00 AM',
  dueAt: '2026-06-05T12:00:00.000Z',
  sentAt: '2026-06-05T12:00:01.000Z',
  attempts: 1,
  dropReason: null,
  problem: null,
  canResend: true,
}

/** One in each state that looks different. */
const EMAILS: ListedNotification[] = [
  { ...SENT, _id: '5', kind: 'reminder', state: 'due', about: 'Jun 8, 2026', canResend: false },
  SENT,
  { ...SENT, _id: '2', kind: 'moved', state: 'dropped', dropReason: 'superseded' },
  { ...SENT, _id: '3', state: 'bounced', problem: 'EENVELOPE: 550 5.1.1', canResend: false },
  { ...SENT, _id: '4', kind: 'cancelled', recipient: null, canResend: false },
]

async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const AGENDA = '**/agenda?*'

const PAID = {
  paid: true,
  payment: { method: 'cash', day: workingDay(0), receipt: CLOSING.entries[0]?.number ?? null },
} satisfies Partial<AgendaEntry>

/** One of each kind at the front desk. */
const VISITS: AgendaEntry[] = [
  after({ ...visit, _id: '1', patientName: 'Paula Parent', missed: 2 }, 'arrived'),
  { ...visit, _id: '2', patientName: 'Leo Late', note: 'Needs the wheelchair entrance.' },
  after({ ...visit, _id: '3', patientName: 'Cleo Completed', ...PAID }, 'completed'),
  {
    ...visit,
    _id: '4',
    family: 'family',
    patientName: 'Nia Next',
    startMinute: 10 * 60,
    doctor: { _id: 'd', name: 'Dr. Leila Haddad' },
  },
]

const CASH_REFUNDS_CALL = '**/desk-refunds'

/** One that is to be handed back. */
export const DESK_REFUND: ListedCashRefund = {
  _id: 'one',
  family: 'family',
  patientName: 'Mia Wolfeschlegelsteinhausenbergerdorff',
  bookedBy: 'Paula Parent',
  phone: '+1 212 555 0100',
  treatment: 'Vaccinations/Immunizations',
  date: 'Jun 5, 2026',
  slot: '09:30 AM - 10:00 AM',
  method: 'cash',
  amount: 95,
  reason: 'cancelled',
  note: '',
  since: '2026-06-05T12:00:00.000Z',
  handedBack: null,
}

const scenes: Scene[] = [
  scene('users', async (page) => {
    await openAsAdmin(page, '/dashboard/users')
    await expect(page.getByText(ADMIN.email).last()).toBeVisible()
  }),
  overlay('users-make-admin', async (page) => {
    await page
      .getByRole('button', { name: /^Make Admin:/ })
      .and(page.locator(':enabled'))
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  scene('users-failed', async (page) => {
    await restore(page)
    await answerWith(page, USERS, 400, REFUSAL)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }),
  scene('add-doctor', async (page) => {
    await restore(page)
    await page.goto('/dashboard/adddoctor')
    await expect(page.getByLabel('Name')).toBeVisible()
  }),
  scene('add-doctor-missing', async (page) => {
    await page.getByRole('button', { name: 'Add doctor' }).click()
    await expect(page.getByText('Image is required', { exact: true })).toBeVisible()
  }),
  scene('manage-doctors', async (page) => {
    await follow(page, 'Manage Doctors')
    await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeVisible()
  }),
  overlay('manage-doctors-delete-appointments', async (page) => {
    await page.route(DOCTORS, async (route) => {
      const response = await route.fetch()
      const doctors: Doctor[] = await response.json()
      const coming = [{ treatment: CONFLICT.treatmentId, count: 1 }]
      await route.fulfill({ response, json: doctors.map((one) => ({ ...one, coming })) })
    })
    const total = { fingerprint: 'one', total: 1, families: 1, paid: 1, refund: 110, notTold: [] }
    const preview = { ...total, appointments: [CONFLICT] }
    await answerWith(page, '**/deletion/preview', 200, preview)
    await page.reload()
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expect(page.getByText('1 appointment affected')).toBeVisible()
    await page.getByText('Show the appointments').click()
  }),
  scene('edit-doctor', async (page) => {
    await restore(page)
    await page.goto('/dashboard/managedoctors')
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click()
    await expect(page.getByRole('form', { name: 'Details' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Absences' })).toBeVisible()
  }),
  scene('treatments', async (page) => {
    await restore(page)
    await page.goto('/dashboard/treatments')
    await expect(page.getByRole('list', { name: 'Treatments' })).toBeVisible()
  }),
  scene('treatments-edit', async (page) => {
    await page.getByRole('button', { name: 'Edit Allergy Testing' }).click()
    await expect(page.getByRole('form', { name: 'Edit Allergy Testing' })).toBeVisible()
  }),
  scene('clinic', async (page) => {
    await restore(page)
    await page.goto('/dashboard/clinic')
    await expect(page.getByLabel('Phone')).toBeVisible()
  }),
  scene('clinic-unsaved', async (page) => {
    await page.getByLabel('Phone').fill('(503) 555-0199')
    await page.getByRole('link', { name: 'Booking rules' }).click()
    await expect(page.getByText('Unsaved changes')).toBeVisible()
  }),
  scene('clinic-stale', async (page) => {
    const state = await page.request.get('/clinic')
    const settings = {
      bookingHorizonDays: 30,
      taxId: '12-3456789',
      unpaidAppointments: 4,
      unpaidAppointmentsUnverified: 2,
      siblingGapMinutes: 15,
      mostInSeries: 12,
      ...DEFAULT_REMINDERS,
      ...DEFAULT_CHANGE_RULES,
      ...DEFAULT_DESK_RULES,
      ...DEFAULT_WAITLIST_RULES,
      ...DEFAULT_INSIGHT_SETTINGS,
      copyAlarmMinutes: DEFAULT_COPY_ALARM_MINUTES,
    }
    const current = {
      ...(await state.json()),
      ...settings,
      version: 1,
      hoursFromSchedule: 'Mondays',
    }
    await answerWith(page, '**/clinic/settings', 409, { ...REFUSAL, code: 'stale', current })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/Someone else has saved/)).toBeVisible()
  }),
  scene('schedule', async (page) => {
    await restore(page)
    await answerWith(page, '**/schedule/misfits', 200, [CONFLICT])
    await page.goto('/dashboard/schedule')
    await expect(page.getByRole('link', { name: '1 appointment no longer fits' })).toBeVisible()
    await page.getByText(/^Federal holidays/).click()
  }),
  scene('schedule-hours-wrong', async (page) => {
    await page.getByRole('button', { name: 'Change hours' }).click()
    await page.getByRole('button', { name: 'Add a break on Monday' }).click()
    await page.getByLabel('Monday from, time 2').fill('')
    await page.getByRole('button', { name: 'Check these hours' }).click()
    await expect(page.getByText('Enter a time')).toBeVisible()
  }),
  scene('schedule-closure', async (page) => {
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await answerWith(page, '**/schedule/closures/preview', 200, AFFECTED)
    await page.getByRole('button', { name: 'Close on Memorial Day' }).click()
    await page.getByText('Show the appointments').click()
    await page.getByLabel(/^Re-offer/).click()
  }),
  overlay('schedule-move', async (page) => {
    await page.getByRole('button', { name: /^Move / }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  scene('emails', async (page) => {
    await restore(page)
    await answerWith(page, '**/notifications/unreachable', 200, [UNREACHABLE])
    await answerWith(page, '**/notifications*', 200, { notifications: EMAILS, next: null })
    await page.goto('/dashboard/emails')
    await expect(page.getByRole('list', { name: 'Emails' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not reachable by email' })).toBeVisible()
  }),
  ...reconciliationScenes,
  scene('agenda', async (page) => {
    await restore(page)
    // A day in the middle of its work.
    const today = workingDay(0)
    const entries = VISITS.map((visit) => ({ ...visit, date: today }))
    await answerWith(page, AGENDA, 200, {
      today,
      minute: 9 * 60 + 5,
      checkInMinutes: 60,
      lateMinutes: 5,
      rooms: [],
      entries,
      toSettle: 2,
      toHandBack: 1,
    })
    await page.goto(`/dashboard/agenda?date=${today}`)
    await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  }),
  overlay('agenda-keys', async (page) => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  }),
  scene('agenda-week', async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Week' }).click()
    await expect(page.getByRole('link', { name: /^Mon, / })).toBeVisible()
  }),
  scene('agenda-month', async (page) => {
    await page.getByRole('link', { name: 'Month' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  }),
  scene('desk-refunds', async (page) => {
    await restore(page)
    const handedBack = { by: 'Rita Receptionist', at: '2026-06-05T16:00:00.000Z' }
    await answerWith(page, CASH_REFUNDS_CALL, 200, {
      refunds: [DESK_REFUND],
      handedBackToday: [{ ...DESK_REFUND, _id: 'two', handedBack }],
      total: 95,
    })
    await page.goto('/dashboard/refunds')
    await expect(page.getByRole('heading', { name: 'Handed back today' })).toBeVisible()
  }),
  scene('closing', async (page) => {
    await restore(page)
    await answerWith(page, '**/closing/2026-06-05', 200, CLOSING)
    await page.goto('/dashboard/closing/2026-06-05')
    await expect(page.getByRole('heading', { name: '3 receipts' })).toBeVisible()
  }),
  scene('audit', async (page) => {
    await restore(page)
    await page.goto('/dashboard/audit')
    await expect(page.getByRole('list', { name: 'Entries' })).toBeVisible()
  }),
  scene('profile', async (page) => {
    await page.goto('/dashboard/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a phone' })).toBeVisible()
  }),
]

/** The admin's pages in the dashboard, and the profile. */
export const adminTour: Tour = { name: 'administration', scenes }
