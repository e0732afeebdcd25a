import { expect } from '@playwright/test'
import {
  bookFor,
  CARDS,
  cardField,
  expectPaid,
  payButton,
  payWith,
  wish,
} from '../browser/payer.ts'
import { arriveAsNewParent } from '../browser/visitor.ts'
import { guest } from './guest.ts'
import { answerWith, cut, hold, REFUSAL, restore, type Scene, type Tour } from './scene.ts'

/** A slot per run, so that runs do not conflict. */
const WISH = { ...wish(18), treatment: 'Vaccinations/Immunizations', price: 45 }

const APPOINTMENT = '**/appointment/*'

const scenes: Scene[] = [
  {
    name: 'payment-waiting',
    async open(page) {
      await arriveAsNewParent(page, guest())
      const path = await bookFor(page, WISH)
      await hold(page, APPOINTMENT)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
    },
  },
  {
    name: 'payment-failed-to-load',
    async open(page) {
      await restore(page)
      await answerWith(page, APPOINTMENT, 403, REFUSAL)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'payment-no-card-form',
    async open(page) {
      await restore(page)
      await cut(page, '**/create-payment-intent')
      await page.reload()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'payment',
    async open(page) {
      await restore(page)
      await page.reload()
      await expect(page.getByLabel('Card number')).toBeEditable()
    },
  },
  {
    name: 'payment-declined',
    windowOnly: true,
    // The failure is also a toast, which disappears.
    async again(page) {
      await payWith(page, CARDS.declined)
      await expect(page.getByText('Oops! Payment Failed').first()).toBeVisible()
      await expect(cardField(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'payment-under-way',
    async open(page) {
      await hold(page, '**/v1/payment_intents/*/confirm')
      await payWith(page, CARDS.authentication)
      await expect(payButton(page)).toBeDisabled()
    },
  },
  {
    name: 'payment-at-the-bank',
    windowOnly: true,
    async open(page) {
      // Before releasing, because held requests continue then.
      await page.reload()
      await restore(page)
      await payWith(page, CARDS.authentication)
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'payment-not-confirmed',
    async open(page) {
      await cut(page, '**/booking/*')
      await page.getByRole('button', { name: 'Complete' }).click()
      await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
    },
  },
  {
    name: 'payment-paid',
    async open(page) {
      await restore(page)
      await expectPaid(page)
    },
  },
  {
    name: 'payment-cancelled',
    async open(page) {
      await page.route(APPOINTMENT, async (route) => {
        if (route.request().resourceType() === 'document') return route.fallback()
        const appointment = await (await route.fetch()).json()
        return route.fulfill({
          json: { ...appointment, paid: false, transactionId: undefined, status: 'cancelled' },
        })
      })
      await page.reload()
      await expect(page.getByText(/canceled/i).first()).toBeVisible()
      await restore(page)
    },
  },
  {
    name: 'payment-of-nothing',
    async open(page) {
      await page.goto('/dashboard/appointment/0190a5c8-0000-7000-8000-000000000001')
      await expect(
        page.getByRole('heading', { name: 'We couldn’t find that appointment' }),
      ).toBeVisible()
    },
  },
]

/** Every state of a payment. */
export const paymentTour: Tour = { name: 'paying', scenes }
