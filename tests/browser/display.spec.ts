import { expect, test } from '@playwright/test'
import { ADMIN } from '../scenes/admin.ts'
import { register } from './member.ts'
import { bookFor, cardField, wish } from './payer.ts'
import { arriveAsNewParent, logIn } from './visitor.ts'

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

test('on a phone, the card form begins on the first screen of the payment page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await bookFor(page, wish(24)))
  await expect(page.getByLabel('Card number')).toBeEditable()
  await expect(cardField(page)).toBeInViewport()
})

test('twenty users show on one screen of a desktop', async ({ page }) => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => register(`Person ${index}`)))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  await logIn(page, ADMIN)
  await expect(page.getByRole('button', { name: /^Account menu for/ })).toBeVisible()
  await page.goto('/dashboard/users')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(21)
  await expect(rows.last()).toBeInViewport({ ratio: 1 })
})
