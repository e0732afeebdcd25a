import { expect } from '@playwright/test'
import { openAsAdmin } from '../scenes/demo-admin.ts'
import { insightsTour } from '../scenes/insights.ts'
import { legalNotice } from '../scenes/legal-pages.ts'
import { RECEIPT } from '../scenes/receipts.ts'
import { answerWith } from '../scenes/scene.ts'
import { bookAs, register } from './member.ts'
import { cardField, choice } from './payer.ts'
import { pagesOf } from './pdf.ts'
import { confirmEmail } from './records.ts'
import { test, withOwnContext } from './test.ts'
import { arriveAsNewParent, book, changeAddress, chooseSlot } from './visitor.ts'

test('in forced colors, current and pressable elements have an outline, and dialogs a border', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await arriveAsNewParent(page, '/appointment')
  const styleOf = (name: string, property: string) =>
    page
      .getByRole(name === 'Appointment' ? 'link' : 'button', { name })
      .first()
      .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), property)
  await expect(page.getByRole('gridcell', { selected: true })).toBeVisible()
  expect(await styleOf('Appointment', 'outline-style')).toBe('solid')
  expect(await styleOf(', selected', 'outline-style')).toBe('solid')
  expect(await styleOf('Select Treatment', 'border-top-style')).toBe('solid')
  const theme = page.locator('label:has(:checked)').first()
  expect(await theme.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe('solid')

  await chooseSlot(page, { ...choice(28), treatment: 'Allergy Testing' })
  const dialog = page.getByRole('dialog')
  const parts = [
    dialog,
    dialog.getByLabel('Phone'),
    dialog.getByRole('button', { name: 'Book', exact: true }),
  ]
  for (const part of parts) {
    expect(await part.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')
  }
})

test('in forced colors, the charts keep their marks and numbers', async ({ page }) => {
  await insightsTour.scenes[0]?.open?.(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const chart = (name: RegExp) => page.getByRole('img', { name })
  const strokes = (name: RegExp) =>
    chart(name)
      .locator('rect')
      .evaluateAll((marks) => [...new Set(marks.map((mark) => getComputedStyle(mark).stroke))])
  const [outline] = await strokes(/appointments in all/)
  expect(outline).not.toBe('none')
  for (const name of [/ahead or earlier/, /of the open minutes/, /not paid/])
    expect(await strokes(name)).toEqual([outline])
  const text = chart(/of the open minutes/).locator('text', { hasText: /^\d+$/ })
  const fills = await text.evaluateAll((numbers) =>
    numbers.map((number) => getComputedStyle(number).fill),
  )
  expect(new Set(fills)).toEqual(new Set([outline]))
  const bar = page
    .getByRole('region', { name: 'Where bookings come from' })
    .locator('[aria-hidden] > span')
    .first()
  expect(await bar.evaluate((mark) => getComputedStyle(mark).backgroundColor)).toBe(outline)
})

test('a legal page prints as a letter with the clinic’s name, without the frame of the site', async ({
  page,
}) => {
  await page.goto('/contactus')
  await page.getByRole('link', { name: 'About Us' }).first().click()
  await page.waitForURL('/about')
  await answerWith(page, '**/legal/notice*', 200, legalNotice(1))
  await changeAddress(page, '/legal/notice?version=1')
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeVisible()
  const [text = '', ...others] = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
  expect(others).toEqual([])
  for (const shown of [
    'Sprout Children’s Clinic',
    'Notice of Privacy Practices',
    'Version 1, took effect on',
    'This is an earlier version.',
    'You may ask for a copy of your record.',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(shown)
  }
  for (const hidden of ['Log in', 'Our story', 'Print this page', 'All versions', '©']) {
    expect(text).not.toContain(hidden)
  }
})

test('headings of a table start where its cells start, and weekdays are above the days', async ({
  page,
}) => {
  await answerWith(page, `**/receipts/${RECEIPT.number}`, 200, RECEIPT)
  await arriveAsNewParent(page, `/dashboard/receipts/${RECEIPT.number}`)
  await expect(page.getByRole('rowheader').first()).toHaveCSS('text-align', 'start')
  await page.goto('/appointment')
  await expect(page.getByRole('grid').locator('th').first()).toHaveCSS('text-align', 'center')
})

test('on a phone, Pay and the card form are on the first screen, after the booking and on a later visit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAsNewParent(page)
  await chooseSlot(page, { ...choice(27), treatment: 'Allergy Testing' })
  await book(page)
  await expect(page.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay/ })).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(/\?booked$/)
  await page.reload()
  await expect(page.getByText('Your appointment is booked', { exact: true })).toBeVisible()
  await expect(cardField(page)).toBeInViewport()
  // On a later visit, nothing above the form pushes it down.
  await page.goto(new URL(page.url()).pathname)
  await expect(page.getByLabel('Card number')).toBeEditable()
  await expect(cardField(page)).toBeInViewport()
})

test('on a phone, the first screen of the booking shows days and treatments', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAsNewParent(page, '/appointment')
  await expect(page.getByRole('gridcell', { selected: true })).toBeInViewport({ ratio: 1 })
  const choose = page.getByRole('button', { name: 'Select Treatment' })
  await expect(choose.first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Contact information' })).toBeHidden()
})

test('on a phone, the quick form is collapsed and cuts off no word; on a tablet it is open', async ({
  page,
}) => {
  const service = page.getByLabel('Service')
  const fold = page.getByText('Name, date, service, phone')
  for (const width of [320, 360, 375, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await expect(service).toBeHidden()
    await fold.click()
    await expect(service).toBeVisible()
    const room = await service.evaluate((field: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('Text cannot be measured')
      canvas.font = font
      const text = canvas.measureText(field.selectedOptions[0]?.text ?? '').width
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text
    })
    expect(room, `at ${width} px`).toBeGreaterThan(0)
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/')
  await expect(service).toBeVisible()
  await expect(fold).toBeHidden()
})

test('on a desktop, the first rows of My Appointments are on the first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const parent = await arriveAsNewParent(page)
  confirmEmail(parent.uid)
  for (const number of [11, 14]) await bookAs(parent, choice(number))
  await page.goto('/dashboard')
  const rows = page.getByRole('table', { name: 'My Appointments' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  for (const row of await rows.all()) await expect(row).toBeInViewport({ ratio: 1 })
})

test('twenty users fit on one screen of a desktop', async ({ page }) => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => register(`Person ${index}`)))
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAsAdmin(page, '/dashboard/users?search=Person')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(21)
  await expect(rows.last()).toBeInViewport({ ratio: 1 })

  // On a phone, one row has the frequent pages and a sheet the others.
  await page.setViewportSize({ width: 390, height: 844 })
  const places = page.getByRole('navigation', { name: 'Frequent pages' })
  expect((await places.boundingBox())?.height).toBeLessThan(60)
  await places.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Insights' })).toBeHidden()
})

withOwnContext.describe('on a touch screen', () => {
  withOwnContext.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  withOwnContext('a button looks the same before and after it was pressed', async ({ page }) => {
    await page.goto('/contactus')
    const button = page.getByRole('button', { name: 'Send Message' })
    const colorOf = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await colorOf()
    await button.tap()
    await expect(page.getByText('Sent message successfully')).toBeVisible()
    await expect.poll(colorOf).toBe(before)
    // The message does not cover the navigation either.
    const message = await page.getByText('Sent message successfully').boundingBox()
    const banner = await page.getByRole('banner').boundingBox()
    expect(message?.y).toBeGreaterThan((banner?.y ?? 0) + (banner?.height ?? 0))
  })

  withOwnContext('a secondary button looks the same after it was pressed', async ({ page }) => {
    await arriveAsNewParent(page, '/dashboard/profile')
    const button = page.getByRole('main').getByText('Log out everywhere', { exact: true }).first()
    const colorOf = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await colorOf()
    await button.tap()
    await expect(page.getByRole('dialog', { name: 'Log out everywhere?' })).toBeVisible()
    await expect.poll(colorOf).toBe(before)
  })
})
