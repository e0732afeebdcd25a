import { expect } from '@playwright/test'
import type { ListedFamily } from '#contract/families/families.ts'
import {
  type ListedPayment,
  type PaymentProblem,
  problemCause,
} from '#contract/payments/reconciliation.ts'
import { changeAddress } from '../browser/visitor.ts'
import { answerWith, overlay, type Scene, scene } from './scene.ts'

const PROBLEMS = '**/payments/problems'
/** The API call, not the page, whose path has the same end. */
const PAYMENTS = /^https?:\/\/[^/]+\/payments(\?.*)?$/

const APPOINTMENT = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  treatment: 'Vaccinations/Immunizations',
  date: 'Jun 8, 2026',
  slot: '09:30 AM - 10:00 AM',
  patientName: 'Paula Parent',
  birthDate: null,
  family: 'paula',
  guardian: 'Paula Parent',
  phone: '+1 212 555 0100',
  dialablePhone: '+12125550100',
  status: 'booked',
} as const

/** One problem of each cause. */
const EVERY_PROBLEM: PaymentProblem[] = problemCause.options.map((cause) => ({
  cause,
  subject: cause,
  paymentId: 'pi_3QxK5mGq1rT7sYbVnWcE8uLp',
  since: '2026-06-05T12:00:00.000Z',
  amountCents: 9550,
  stripeCents: 4500,
  recordedCents: 9550,
  appointment: cause === 'unknown_intent' ? null : { ...APPOINTMENT, status: 'cancelled' },
}))

const REFUND = {
  amountCents: 2000,
  reason: 'staff',
  note: 'Waited for an hour',
  createdAt: '2026-06-08T17:00:00.000Z',
} as const

const PAYMENT: ListedPayment = {
  _id: 'pi_3QxK5mGq1rT7sYbVnWcE8uLp',
  method: 'card',
  amountCents: 9550,
  disputed: false,
  disputeLost: false,
  payer: { _id: 'paula', name: 'Paula Parent' },
  succeededAt: '2026-06-05T12:00:00.000Z',
  items: [
    {
      _id: 'item',
      amountCents: 9550,
      keptCents: 7550,
      appointment: APPOINTMENT,
      refunds: [
        { ...REFUND, _id: '1', state: 'failed' },
        { ...REFUND, _id: '2', state: 'succeeded' },
      ],
    },
  ],
}

/** Cannot be refunded while it is disputed. */
const DISPUTED: ListedPayment = { ...PAYMENT, _id: 'pi_3QxK5mGq1rT7sYbVnWcE8uLq', disputed: true }

const FAMILY: ListedFamily = {
  _id: 'paula',
  hasAccount: false,
  name: 'Paula Parent-Wolfeschlegelsteinhausenbergerdorff',
  email: null,
  phone: '+1 212 555 0100',
  children: [],
  next: null,
}

/** The reconciliation page, for a user who is logged in as an admin. */
export const reconciliationScenes: Scene[] = [
  scene('payments-problems', async (page) => {
    const comparedAt = '2026-06-09T09:00:00.000Z'
    await answerWith(page, PROBLEMS, 200, { problems: EVERY_PROBLEM, comparedAt })
    await answerWith(page, PAYMENTS, 200, { payments: [PAYMENT, DISPUTED], next: 'more' })
    await changeAddress(page, '/dashboard/payments')
    await expect(page.getByRole('heading', { name: /^To check/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible()
  }),
  overlay('payments-link', async (page) => {
    await answerWith(page, '**/families?*', 200, { families: [FAMILY], isCut: false })
    await page.getByRole('button', { name: /^Link: / }).click()
    await page.getByLabel(/^Whose appointment/).fill('paula')
    await expect(page.getByRole('button', { name: /^Paula Parent/ })).toBeVisible()
  }),
  overlay('payments-refund', async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Refund Paula Parent' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Enter a reason')).toBeVisible()
  }),
  overlay('payments-refund-confirm', async (page) => {
    await page.getByLabel('Reason').fill('Waited for an hour')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: 'Refund $75.50' })).toBeVisible()
  }),
]
