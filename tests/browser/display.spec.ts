import { expect, test } from '@playwright/test'
import { ADMIN } from '../scenes/admin.ts'
import { bookAs, register } from './member.ts'
import { bookFor, cardField, choice } from './payer.ts'
import { confirmEmail } from './records.ts'
import { arriveAsNewParent, book, chooseSlot, logIn } from './visitor.ts'

test('in forced colors, what is current and what can be pressed has an outline', async ({
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
})

test('in forced colors, an open dialog and what is in it have borders', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await arriveAsNewParent(page, '/about')
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

test('on a phone, Pay is on the first screen after a booking', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAsNewParent(page, '/about')
  await chooseSlot(page, { ...choice(27), treatment: 'Allergy Testing' })
  await book(page)
  await expect(page.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay/ })).toBeInViewport({ ratio: 1 })
})

test('on a phone, the card form begins on the first screen of the payment page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await bookFor(page, choice(24)))
  await expect(page.getByLabel('Card number')).toBeEditable()
  await expect(cardField(page)).toBeInViewport()
})

test('on a phone, the booking page has the social links and a picture', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAsNewParent(page, '/appointment')
  await expect(page.getByRole('list', { name: 'Social networks' }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('img').first()).toBeVisible()
})

test('in the dark theme, fields that only show something have another border', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const parent = await arriveAsNewParent(page, '/about')
  await chooseSlot(page, { ...choice(29), treatment: 'Allergy Testing' })
  const borderOf = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((field) => getComputedStyle(field).borderStyle)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(parent.name)
  expect(await borderOf('Name')).toBe('dashed')
  expect(await borderOf('Phone')).toBe('solid')
})

test('on a desktop, the first rows of My Appointments are on the first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const parent = await arriveAsNewParent(page, '/about')
  confirmEmail(parent.uid)
  for (const number of [11, 14]) await bookAs(parent, choice(number))
  await page.goto('/dashboard')
  const rows = page.getByRole('table', { name: 'My Appointments' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  for (const row of await rows.all()) await expect(row).toBeInViewport({ ratio: 1 })
})

test('twenty users show on one screen of a desktop', async ({ page }) => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => register(`Person ${index}`)))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  await logIn(page, ADMIN)
  await expect(page.getByRole('button', { name: /^Account menu for/ })).toBeVisible()
  await page.goto('/dashboard/users?search=Person')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(21)
  await expect(rows.last()).toBeInViewport({ ratio: 1 })

  // On a phone, seventeen links are one row.
  await page.setViewportSize({ width: 390, height: 844 })
  const links = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(links.getByRole('link')).toHaveCount(17)
  expect((await links.boundingBox())?.height).toBeLessThan(80)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a button looks the same before and after it was pressed', async ({ page }) => {
    await page.goto('/contactus')
    const button = page.getByRole('button', { name: 'Send Message' })
    const colorOf = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await colorOf()
    await button.tap()
    await expect(page.getByText('Sent message successfully')).toBeVisible()
    await expect.poll(colorOf).toBe(before)
    // Nor does the message cover the navigation.
    const message = await page.getByText('Sent message successfully').boundingBox()
    const banner = await page.getByRole('banner').boundingBox()
    expect(message?.y).toBeGreaterThan((banner?.y ?? 0) + (banner?.height ?? 0))
  })

  test('a secondary button looks the same after it was pressed', async ({ page }) => {
    await arriveAsNewParent(page, '/dashboard/profile')
    const button = page.getByRole('main').getByText('Log out everywhere', { exact: true }).first()
    const colorOf = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await colorOf()
    await button.tap()
    await expect(page.getByRole('dialog', { name: 'Log out everywhere?' })).toBeVisible()
    await expect.poll(colorOf).toBe(before)
  })
})
