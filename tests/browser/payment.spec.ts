import { expect, type Locator, type Page } from '@playwright/test'
import { formatFullDay } from '#contract/dates.ts'
import {
  arriveAtPayment,
  CARDS,
  cardField,
  chargesOf,
  choice,
  expectPaid,
  expectPaidBefore,
  PRICE,
  payButton,
  payWith,
} from './payer.ts'
import { appointmentRow } from './records.ts'
import { test } from './test.ts'

/** Collects the page's requests to other hosts. */
function offSiteRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') requests.push(request.url())
  })
  return requests
}

/** Pixels between a control and the navigation bar at the bottom. */
async function roomBelow(page: Page, control: Locator): Promise<number> {
  const [bar, box] = await Promise.all([
    page.getByRole('navigation', { name: 'My family' }).boundingBox(),
    control.boundingBox(),
  ])
  if (!bar || !box) throw new Error('The bar or the control is not shown')
  return bar.y - (box.y + box.height)
}

test('a parent pays by card, and the dashboard shows it', async ({ page }) => {
  const offSite = offSiteRequests(page)
  const { day, treatment, slot } = choice(0)
  await arriveAtPayment(page, choice(0))
  const main = page.getByRole('main')
  for (const text of [treatment, formatFullDay(day), slot, `$${PRICE}.00`]) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  }

  await expect(payButton(page)).toBeDisabled()
  await page.getByLabel('Card number').fill(CARDS.good)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await expect(payButton(page)).toBeDisabled()
  await page.getByLabel('CVC').fill('123')
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()

  const transactionId = await expectPaid(page)
  const paidButton = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(paidButton).toBeDisabled()
  // Kept for screen readers only: a large disabled button would be in the way.
  await expect(paidButton).toHaveCSS('clip-path', 'inset(50%)')
  expect(await chargesOf(transactionId)).toMatchObject([{ amount: PRICE * 100 }])

  await page.getByRole('link', { name: 'See my appointments' }).click()
  const row = page.getByRole('row').filter({ hasText: treatment })
  await row.getByRole('button', { name: 'Paid' }).focus()
  await expect(page.getByRole('tooltip')).toContainText(transactionId)

  await page.goBack()
  expect(await expectPaidBefore(page)).toBe(transactionId)
  expect(offSite).toEqual([])
})

test('an appointment is paid on one screen of a phone, then moved in two taps from its card, keeping price and payment', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAtPayment(page, choice(1))
  await expect(payButton(page)).toBeInViewport({ ratio: 1 })
  // The bar at the bottom does not cover the button, and the page was not scrolled.
  await expect.poll(() => roomBelow(page, payButton(page))).toBeGreaterThan(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await payWith(page, CARDS.good)
  const transactionId = await expectPaid(page)
  const id = page.url().split('/').at(-1) ?? ''
  const before = appointmentRow(id)
  await page.reload()
  expect(await expectPaidBefore(page)).toBe(transactionId)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Move or cancel/ }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new time' })).toBeFocused()
  const time = page.getByRole('button', { name: '01:00 PM - 01:30 PM' })
  await expect(time).toBeInViewport({ ratio: 1 })

  let clicks = 0
  const click = async (button: Locator) => {
    clicks += 1
    await button.click()
  }
  await click(time)
  await click(page.getByRole('button', { name: 'Move appointment' }))
  await expect(page.getByRole('heading', { name: 'Your appointment has been moved' })).toBeVisible()
  expect(clicks).toBe(2)

  expect(await expectPaidBefore(page)).toBe(transactionId)
  await expect(page.getByText(`$${PRICE}.00`, { exact: true })).toBeVisible()
  const { date, priceCents } = before ?? {}
  const after = { date, priceCents, startMinute: 13 * 60, transactionId, paid: true }
  expect(appointmentRow(id)).toMatchObject(after)
  expect(await chargesOf(transactionId)).toHaveLength(1)
})

test('a card is charged once if the page is reloaded during the bank’s challenge', async ({
  page,
}) => {
  await arriveAtPayment(page, choice(9))
  await payWith(page, CARDS.authentication)
  await expect(page.getByRole('dialog', { name: 'Confirm your payment' })).toBeVisible()
  await page.reload()
  await payWith(page, CARDS.good)
  expect(await chargesOf(await expectPaid(page))).toHaveLength(1)
})

test('an interrupted payment is found again after a reload, without a second charge', async ({
  page,
}) => {
  await arriveAtPayment(page, choice(10))
  await page.route('**/booking/*', (route) => route.abort())
  await payWith(page, CARDS.good)
  await expect(page.getByRole('heading', { name: 'We’re confirming your payment' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('We can’t reach our server')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(page.getByText(/^Paid|^Congrats!/).first()).toBeVisible()
  // Either the page settled the payment and congratulated, or Stripe's event had settled it already.
  await page.reload()
  expect(await chargesOf(await expectPaidBefore(page))).toHaveLength(1)
})

test('the card form works by keyboard alone', async ({ page }) => {
  await arriveAtPayment(page, choice(16))
  await page.getByLabel('Card number').focus()
  await page.keyboard.type(CARDS.mistyped)
  await expect(cardField(page)).toHaveAccessibleDescription('Your card number is invalid.')
  await expect(payButton(page)).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(CARDS.declined)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await expect(payButton(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(cardField(page).getByRole('alert')).toHaveText(
    'Your card was declined. Nothing was charged.',
  )
  await page.getByLabel('Card number').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(CARDS.good)
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).focus()
  await page.keyboard.press('Enter')
  await expectPaid(page)
  await expect(page.getByRole('heading', { name: /^Congrats!/ })).toBeFocused()
})
