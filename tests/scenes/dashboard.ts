import { expect } from '@playwright/test'
import { addMonths } from 'date-fns/addMonths'
import { format } from 'date-fns/format'
import type { Appointment } from '#contract/booking/appointments.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { EmailSettings } from '#contract/notifications/email-settings.ts'
import { arriveAsNewParent, changeAddress, workingDay } from '../browser/visitor.ts'
import { PAST, RECEIPT } from './receipts.ts'
import {
  answerWith,
  fleeting,
  hold,
  REFUSAL,
  restore,
  type Scene,
  scene,
  type Tour,
} from './scene.ts'

const LIST = '**/appointments?patient=*'
const HISTORY = /\/appointments\/history(\?|$)/
const EMAILS = '**/email-settings'

/** Confirms the email; before, every page shows a reminder. */
export const CONFIRMED: EmailSettings = {
  address: 'parent@example.com',
  verified: true,
  reachable: true,
  reminders: true,
  language: 'en',
  stoppedFor: [],
}

const coming: Appointment = {
  _id: '0190a5c8-0000-7000-8000-000000000001',
  treatment: 'Vaccinations/Immunizations',
  child: { _id: '0190a5c8-0000-7000-8000-000000000009', name: 'Mia' },
  date: formatWireDate(workingDay(2)),
  slot: '09:30 AM - 10:00 AM',
  price: 60,
  paid: false,
  status: 'booked',
  patient: 'parent@example.com',
  patientName: 'Nora Newcomer',
  email: 'parent@example.com',
  phone: '+1 503 555 0100',
  address: '1 Orchard Lane',
}

/** One of each kind: unpaid, paid, past, canceled. */
export const appointments: Appointment[] = [
  coming,
  {
    ...coming,
    _id: '0190a5c8-0000-7000-8000-000000000002',
    treatment: 'Allergy Testing',
    date: formatWireDate(workingDay(5)),
    slot: '02:00 PM - 02:30 PM',
    price: 110,
    paid: true,
    transactionId: 'pi_3RkT5bLkdIwHu7ix0Vd1mQ2a',
  },
  {
    ...coming,
    _id: '0190a5c8-0000-7000-8000-000000000003',
    treatment: 'Nutrition Services',
    date: formatWireDate(format(addMonths(new Date(), -2), 'yyyy-MM-dd')),
    price: 75,
    paid: true,
    transactionId: 'pi_3RhS4aLkdIwHu7ix1Ub0lP1z',
  },
  {
    ...coming,
    _id: '0190a5c8-0000-7000-8000-000000000004',
    treatment: 'Development Delay',
    date: formatWireDate(workingDay(8)),
    price: 95,
    status: 'cancelled',
  },
]

const scenes: Scene[] = [
  scene('dashboard-waiting', async (page) => {
    await hold(page, LIST)
    await arriveAsNewParent(page, '/dashboard')
    await expect(page.getByText('Loading your appointments')).toBeAttached()
  }),
  scene('dashboard-empty', async (page) => {
    await restore(page)
    await expect(page.getByRole('heading', { name: 'No appointments yet' })).toBeVisible()
  }),
  scene('dashboard-failed', async (page) => {
    await answerWith(page, LIST, 400, REFUSAL)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }),
  scene('dashboard', async (page) => {
    await restore(page)
    await answerWith(page, LIST, 200, appointments)
    await answerWith(page, EMAILS, 200, CONFIRMED)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Past and canceled (2)' })).toBeVisible()
  }),
  fleeting('dashboard-paid-tip', async (page) => {
    await page.getByRole('button', { name: 'Paid' }).first().focus()
    await expect(page.getByRole('tooltip').first()).toBeVisible()
  }),
  fleeting('avatar-menu', async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Account menu for/ }).press('ArrowDown')
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  scene('history', async (page) => {
    await page.keyboard.press('Escape')
    await answerWith(page, HISTORY, 200, { appointments: PAST, next: '3' })
    await changeAddress(page, '/dashboard/history')
    await expect(page.getByRole('list', { name: 'Past appointments' })).toBeVisible()
  }),
  scene('receipt', async (page) => {
    await answerWith(page, `**/receipts/${RECEIPT.number}`, 200, RECEIPT)
    await changeAddress(page, `/dashboard/receipts/${RECEIPT.number}`)
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  }),
  scene('review', async (page) => {
    await changeAddress(page, '/dashboard/review')
    await expect(page.getByRole('heading', { level: 1, name: 'My Review' })).toBeVisible()
  }),
  scene('checking-who-is-signed-in', async (page) => {
    await page.evaluate(() => {
      // An expired token, so that the session is renewed.
      localStorage.setItem('accessToken', `.${btoa(JSON.stringify({ exp: 1 }))}.`)
    })
    await hold(page, '**/users/*')
    await page.reload()
    await expect(page.getByText('Checking your login')).toBeAttached()
  }),
]

/** The patient's pages in the dashboard. */
export const dashboardTour: Tour = { name: 'dashboard', scenes }
