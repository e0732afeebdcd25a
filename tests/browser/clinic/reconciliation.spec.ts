import { type Browser, expect, type Page } from '@playwright/test'
import type Stripe from 'stripe'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { arriveAtPayment, CARDS, choice, controlSandbox, expectPaid, payWith } from '../payer.ts'
import { eventsOf } from '../records.ts'
import { test } from '../test.ts'

test.describe.configure({ mode: 'parallel' })

/** Opens the reconciliation page for a new admin. */
async function openDesk(browser: Browser): Promise<Page> {
  // Closing a page from `browser.newPage()` closes its context, too.
  const desk = await browser.newPage()
  await openAsAdmin(desk, '/dashboard/payments')
  await expect(
    desk.getByRole('heading', { name: /^(Everything agrees|Not compared yet|To check)/ }),
  ).toBeVisible()
  return desk
}

const problemsOf = (desk: Page, id: string) =>
  desk
    .getByRole('region', { name: /^(Everything agrees|Not compared yet|To check)/ })
    .getByRole('listitem')
    .filter({ hasText: id })

test('an admin refunds part of a payment, and marks a dispute as known', async ({
  page,
  browser,
}) => {
  await arriveAtPayment(page, choice(25))
  await payWith(page, CARDS.good)
  const id = await expectPaid(page)
  const desk = await openDesk(browser)
  await desk.getByLabel(/^Patient’s name/).fill(id)
  const payments = desk.getByRole('list', { name: 'Payments' })
  await expect(payments.getByRole('button', { name: /^Refund / })).toHaveCount(1)
  await payments.getByRole('button', { name: /^Refund / }).click()
  const dialog = desk.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in dollars').fill('25')
  await dialog.getByLabel('Reason').fill('Waited for an hour')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Refund $25' }).click()
  await expect(desk.getByText('$25 will be refunded')).toBeVisible()
  await expect(payments).toContainText('$85 kept')
  const isRefunded = async () => {
    const { refunds } = await controlSandbox<{ refunds: Stripe.Refund[] }>('GET', '/record')
    return refunds.filter(({ payment_intent }) => payment_intent === id).map(({ amount }) => amount)
  }
  await expect.poll(isRefunded).toEqual([2500])

  await controlSandbox('POST', `/payment_intents/${id}/dispute`)
  await expect.poll(() => eventsOf(id)).toContain('payment.disputed')
  await desk.reload()
  const dispute = problemsOf(desk, id)
  await dispute.getByRole('button', { name: /^Mark as known/ }).click()
  await expect(desk.getByText('Dispute: done')).toBeVisible()
  await expect(dispute).toBeHidden()
  expect(eventsOf(id)).toContain('payment.problem_ended')
  await desk.close()
})
