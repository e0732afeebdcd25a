import { type Browser, expect, type Page, test } from '@playwright/test'
import Stripe from 'stripe'
import { recordFinding } from '#drizzle/queries/payments/payment-problems.ts'
import { bookAs, register, sessionOf } from './member.ts'
import {
  arriveAtPayment,
  CARDS,
  choice,
  controlSandbox,
  expectPaid,
  PRICE,
  payWith,
  sandboxAccess,
} from './payer.ts'
import { appointmentRow, eventsOf, makeAdmin, records } from './records.ts'
import { openWith } from './screen.ts'

test.describe.configure({ mode: 'parallel' })

/** The reconciliation page in a browser of an admin's own. */
async function openDesk(browser: Browser): Promise<Page> {
  const admin = await register('Adele Admin')
  makeAdmin(admin.uid)
  // A page from `browser.newPage()` closes its context with it.
  const desk = await browser.newPage()
  await openWith(desk, sessionOf(admin), '/dashboard/payments')
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

test('an admin refunds a part of a payment, and marks a dispute as known', async ({
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

test('an admin links a payment that was made at Stripe without the site', async ({ browser }) => {
  const name = `Lina Linked ${Date.now()}`
  const parent = await register(name)
  const { _id } = await bookAs(parent, choice(26))
  const { host, port, secretKey } = sandboxAccess()
  const stripe = new Stripe(secretKey, { protocol: 'http', host, port })
  const { id } = await stripe.paymentIntents.create({
    amount: PRICE * 100,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  // As the nightly comparison finds it.
  const amounts = { stripeCents: PRICE * 100, recordedCents: null }
  const finding = {
    cause: 'unknown_intent',
    paymentId: id,
    appointmentId: null,
    ...amounts,
  } as const
  recordFinding(records(), finding, new Date())

  const desk = await openDesk(browser)
  const problem = problemsOf(desk, id)
  await problem.getByRole('button', { name: /^Link: / }).click()
  const dialog = desk.getByRole('dialog', { name: 'Link to an appointment' })
  await dialog.getByLabel(/^Whose appointment/).fill(name)
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await dialog.getByRole('radio').click()
  await dialog.getByRole('button', { name: `Link $${PRICE}` }).click()
  await expect(desk.getByText('Payment linked: the appointment is paid')).toBeVisible()
  await expect(problem).toBeHidden()
  expect(appointmentRow(_id)).toMatchObject({ paid: true, transactionId: id })
  expect(eventsOf(id)).toContain('payment.linked')
  await desk.close()
})
