import { expect } from '@playwright/test'
import type { Appointment } from '#contract/booking/appointments.ts'
import { bookAs } from '../browser/member.ts'
import { bookFor, CARDS, cardField, choice, expectPaid, payWith } from '../browser/payer.ts'
import { arriveAsNewParent } from '../browser/visitor.ts'
import { changeAnswer, cut, overlay, restore, type Scene, scene, type Tour } from './scene.ts'

/** A slot per run, so that runs do not conflict. */
const CHOICE = { ...choice(18), treatment: 'Vaccinations/Immunizations', price: 45 }

/** Appointments that are paid together. */
const BILLED = [
  { ...CHOICE, day: choice(27).day },
  { ...CHOICE, day: choice(30).day },
] as const

const APPOINTMENT = '**/appointment/*'

const scenes: Scene[] = [
  scene('payment-no-card-form', async (page) => {
    await cut(page, '**/create-payment-intent')
    await page.goto(await bookFor(page, CHOICE))
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }),
  scene('payment', async (page) => {
    await restore(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Card number')).toBeEditable()
  }),
  scene('payment-declined', async (page) => {
    await payWith(page, CARDS.declined)
    await expect(cardField(page).getByRole('alert')).toBeVisible()
  }),
  overlay('payment-at-the-bank', async (page) => {
    await payWith(page, CARDS.authentication)
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  scene('payment-not-confirmed', async (page) => {
    await cut(page, '**/booking/*')
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  }),
  scene('payment-paid', async (page) => {
    await restore(page)
    await expectPaid(page)
  }),
  overlay('appointment-cancel', async (page) => {
    await page.getByRole('button', { name: 'Cancel appointment' }).click()
    await expect(page.getByRole('dialog').getByText(/^Cancel now/)).toBeVisible()
  }),
  scene('appointment-move', async (page) => {
    await page.getByRole('button', { name: 'Keep appointment' }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.locator('.slot-grid button').first()).toBeVisible()
  }),
  overlay('appointment-move-confirm', async (page) => {
    await page.locator('.slot-grid button').first().click()
    await expect(page.getByRole('button', { name: 'Move appointment' })).toBeVisible()
  }),
  scene('payment-cancelled', async (page) => {
    const canceled = { paid: false, transactionId: undefined, status: 'cancelled' }
    await changeAnswer<Appointment>(page, APPOINTMENT, (one) => ({ ...one, ...canceled }))
    await page.reload()
    await expect(page.getByText(/canceled/i).first()).toBeVisible()
    await restore(page)
  }),
  scene('bill', async (page) => {
    const parent = await arriveAsNewParent(page)
    const [first, second] = [await bookAs(parent, BILLED[0]), await bookAs(parent, BILLED[1])]
    // A bill for two children.
    await changeAnswer<Appointment>(page, APPOINTMENT, (one) => {
      const name = one._id === first._id ? 'Mia' : 'Benjamin Theodore Alexander'
      return { ...one, child: { _id: first._id, name } }
    })
    await page.goto(`/dashboard/pay?appointments=${first._id},${second._id}`)
    await expect(page.getByText('For Mia', { exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Changes and refunds' })).toBeVisible()
    await expect(page.getByLabel('Card number')).toBeEditable()
  }),
]

/** Every state of a payment. */
export const paymentTour: Tour = { name: 'paying', scenes }
