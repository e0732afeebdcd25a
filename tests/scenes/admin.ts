import { expect } from '@playwright/test'
import type { Doctor } from '#contract/doctors/doctors.ts'
import type { ListedCashRefund } from '#contract/front-desk/cash-refunds.ts'
import type { ListedUser } from '#contract/identity/users.ts'
import type { ListedNotification, UnreachableUser } from '#contract/notifications/notifications.ts'
import type { Impact } from '#contract/schedule/schedule.ts'
import { CLINIC_STATE } from '#web/testing/clinic-state.ts'
import { changeAddress } from '../browser/visitor.ts'
import { ADMIN, openAsAdmin } from './demo-admin.ts'
import { importScenes } from './imports.ts'
import { LEGAL_TEXT, legalNotice } from './legal-pages.ts'
import { openingDayScenes } from './opening-day.ts'
import { CLOSING } from './receipts.ts'
import { reconciliationScenes } from './reconciliation.ts'
import {
  answerWith,
  changeAnswer,
  overlay,
  REFUSAL,
  restore,
  type Scene,
  scene,
  type Tour,
} from './scene.ts'

/** An appointment that conflicts with a change. */
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
  dialablePhone: '+15035550100',
  paid: true,
  price: 110,
  reasons: ['closed', 'doctor_absent'],
}

/** The effect of a change of hours or closures on it. */
const AFFECTED: Impact = {
  notTold: [
    {
      _id: 'family',
      name: 'Paula Parent',
      phone: '+1 503 555 0100',
      dialablePhone: '+15035550100',
    },
  ],
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
  dialablePhone: '+15035550100',
  since: '2026-06-05T12:00:00.000Z',
}

const SENT: ListedNotification = {
  _id: '1',
  kind: 'booked',
  state: 'sent',
  recipient: { name: 'Nora Newcomer', email: 'nora@example.com' },
  about: 'Vaccinations/Immunizations, Jun 8, 2026, 9:30 AM',
  dueAt: '2026-06-05T12:00:00.000Z',
  sentAt: '2026-06-05T12:00:01.000Z',
  attempts: 1,
  dropReason: null,
  problem: null,
  canResend: true,
}

/** Examples of each state that looks different. */
const EMAILS: ListedNotification[] = [
  { ...SENT, _id: '5', kind: 'reminder', state: 'due', about: 'Jun 8, 2026', canResend: false },
  SENT,
  { ...SENT, _id: '2', kind: 'moved', state: 'dropped', dropReason: 'superseded' },
  { ...SENT, _id: '3', state: 'bounced', problem: 'EENVELOPE: 550 5.1.1', canResend: false },
  { ...SENT, _id: '4', kind: 'cancelled', recipient: null, canResend: false },
]

const CASH_REFUNDS_CALL = '**/desk-refunds'

/** A refund that is to be handed back in cash. */
export const DESK_REFUND: ListedCashRefund = {
  _id: 'one',
  family: 'family',
  patientName: 'Mia Wolfeschlegelsteinhausenbergerdorff',
  child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Paula Parent' },
  phone: '+1 212 555 0100',
  dialablePhone: '+12125550100',
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
  overlay('users-two-step', async (page) => {
    const withPhone = (user: ListedUser) => ({ ...user, twoStep: true })
    await changeAnswer<ListedUser[]>(page, '**/users?*', (all) => all.map(withPhone))
    await page.reload()
    await page
      .getByRole('button', { name: /^Turn off two-step verification/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible()
    await restore(page)
  }),
  scene('add-doctor', async (page) => {
    await changeAddress(page, '/dashboard/adddoctor')
    await page.getByRole('button', { name: 'Add doctor' }).click()
    await expect(page.getByText('Image is required', { exact: true })).toBeVisible()
  }),
  scene('manage-doctors', async (page) => {
    const coming = [{ treatment: CONFLICT.treatmentId, count: 1 }]
    await changeAnswer<Doctor[]>(page, '**/doctor', (all) => all.map((one) => ({ ...one, coming })))
    await page.getByRole('link', { name: 'Care', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeVisible()
  }),
  overlay('manage-doctors-delete-appointments', async (page) => {
    const total = { fingerprint: 'one', total: 1, families: 1, paid: 1, refund: 110, notTold: [] }
    const preview = { ...total, appointments: [CONFLICT] }
    await answerWith(page, '**/deletion/preview', 200, preview)
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expect(page.getByText('1 appointment affected')).toBeVisible()
    await page.getByText('Show the appointments').click()
  }),
  scene('edit-doctor', async (page) => {
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click()
    await expect(page.getByRole('form', { name: 'Details' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Absences' })).toBeVisible()
  }),
  scene('manage-treatments', async (page) => {
    await changeAddress(page, '/dashboard/treatments')
    await page.getByRole('button', { name: 'Edit Allergy Testing' }).click()
    await expect(page.getByRole('form', { name: 'Edit Allergy Testing' })).toBeVisible()
  }),
  scene('clinic', async (page) => {
    await changeAddress(page, '/dashboard/clinic/contact')
    await page.getByLabel('Phone').fill('(503) 555-0199')
    const state = await page.request.get('/clinic')
    const current = {
      ...CLINIC_STATE,
      ...(await state.json()),
      bookingHorizonDays: 30,
      taxId: '12-3456789',
      version: 1,
      hoursFromSchedule: 'Mondays',
    }
    await answerWith(page, '**/clinic/settings', 409, { ...REFUSAL, code: 'stale', current })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/Someone else has saved/)).toBeVisible()
  }),
  ...openingDayScenes,
  scene('legal-page', async (page) => {
    await answerWith(page, '**/legal/notice*', 200, legalNotice(3))
    await changeAddress(page, '/dashboard/legal/notice')
    await page.getByLabel('Text').fill(`${LEGAL_TEXT}\n\n[a](javascript:alert(1))`)
    await page.getByRole('button', { name: 'Publish version 4' }).click()
    await expect(page.getByText(/^Line \d+: a link can’t lead to/)).toBeVisible()
  }),
  overlay('legal-page-question', async (page) => {
    await page.getByLabel('Text').fill(LEGAL_TEXT)
    await page.getByRole('button', { name: 'Publish version 4' }).click()
    await expect(page.getByRole('dialog', { name: 'Publish version 4?' })).toBeVisible()
  }),
  scene('schedule', async (page) => {
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await answerWith(page, '**/schedule/misfits', 200, [CONFLICT])
    await changeAddress(page, '/dashboard/schedule')
    await expect(page.getByRole('link', { name: '1 appointment no longer fits' })).toBeVisible()
    await page.getByRole('button', { name: 'Change hours' }).click()
    await page.getByRole('button', { name: 'Add a break on Monday' }).click()
    await page.getByLabel('Monday from, time 2').fill('')
    await page.getByRole('button', { name: 'Check these hours' }).click()
    await expect(page.getByText('Enter a time')).toBeVisible()
  }),
  scene('schedule-closure', async (page) => {
    await answerWith(page, '**/schedule/closures/preview', 200, AFFECTED)
    await changeAddress(page, '/dashboard/schedule/closures')
    await page.getByText(/^Federal holidays/).click()
    await page.getByRole('button', { name: 'Close on Memorial Day' }).click()
    await page.getByText('Show the appointments').click()
    await page.getByLabel(/^Re-offer/).click()
  }),
  overlay('schedule-move', async (page) => {
    await page.getByRole('button', { name: /^Move / }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  scene('emails', async (page) => {
    await page.keyboard.press('Escape')
    await answerWith(page, '**/notifications/unreachable', 200, [UNREACHABLE])
    await answerWith(page, /\/notifications(\?|$)/, 200, { notifications: EMAILS, next: null })
    await changeAddress(page, '/dashboard/emails')
    await expect(page.getByRole('list', { name: 'Emails' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not reachable by email' })).toBeVisible()
  }),
  ...reconciliationScenes,
  scene('desk-refunds', async (page) => {
    const handedBack = { by: 'Rita Receptionist', at: '2026-06-05T16:00:00.000Z' }
    await answerWith(page, CASH_REFUNDS_CALL, 200, {
      refunds: [DESK_REFUND],
      handedBackToday: [{ ...DESK_REFUND, _id: 'two', handedBack }],
      total: 95,
    })
    await changeAddress(page, '/dashboard/refunds')
    await expect(page.getByRole('heading', { name: 'Handed back today' })).toBeVisible()
  }),
  scene('closing', async (page) => {
    await answerWith(page, '**/closing/2026-06-05', 200, CLOSING)
    await changeAddress(page, '/dashboard/closing/2026-06-05')
    await expect(page.getByRole('heading', { name: '3 receipts' })).toBeVisible()
  }),
  scene('absence', async (page) => {
    await changeAddress(page, '/dashboard/absence')
    await expect(page.getByRole('button', { name: 'Show appointments' })).toBeVisible()
  }),
  scene('feeds', async (page) => {
    await changeAddress(page, '/dashboard/feeds')
    await expect(page.getByRole('heading', { level: 1, name: 'Calendar feeds' })).toBeVisible()
  }),
  ...importScenes,
  scene('webhooks', async (page) => {
    await changeAddress(page, '/dashboard/webhooks')
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  }),
  scene('export', async (page) => {
    await changeAddress(page, '/dashboard/export')
    await expect(page.getByRole('button', { name: 'Download records' })).toBeVisible()
  }),
  scene('audit', async (page) => {
    await changeAddress(page, '/dashboard/audit')
    await expect(page.getByRole('list', { name: 'Entries' })).toBeVisible()
  }),
  scene('profile', async (page) => {
    await changeAddress(page, '/dashboard/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a phone' })).toBeVisible()
  }),
  scene('profile-password', async (page) => {
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('* Password is required')).toBeVisible()
  }),
  scene('payments-sandbox', async (page) => {
    await page.goto('/sandbox/payments')
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  }),
]

/** The admin's pages in the dashboard, and the profile. */
export const adminTour: Tour = { name: 'administration', scenes }
