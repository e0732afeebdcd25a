import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { arriveAsNewParent, book, chooseSlot, selectTreatment, workingDay } from './visitor.ts'

const THEMES = ['light', 'dark'] as const
const WIDTHS = [390, 1440]

const PUBLIC_PAGES = [
  '/',
  '/about',
  '/reviews',
  '/contactus',
  '/doctors',
  '/login',
  '/signup',
  '/reset-password?oobCode=expired',
  '/confirm-email?oobCode=expired',
  '/no-such-page',
  '/sandbox/mailbox',
]

const OWN_PAGES = ['/dashboard', '/dashboard/history', '/dashboard/review', '/dashboard/profile']

for (const colorScheme of THEMES) {
  for (const width of WIDTHS) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' })

      test('public pages', async ({ page }) => {
        for (const path of PUBLIC_PAGES) {
          await page.goto(path, { waitUntil: 'networkidle' })
          await expectAccessible(page, path)
        }
      })

      test('forms with something missing, and the alert after a reset', async ({ page }) => {
        await page.goto('/login')
        await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
        await expect(page.getByText('Email required')).toBeVisible()
        await expectAccessible(page, 'login, nothing typed')
        await page.getByLabel('Email').fill('nobody@example.com')
        await page.getByRole('button', { name: 'Forget Password?' }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
        await expectAccessible(page, 'check your email')
      })

      test('booking and the dashboard', async ({ page }) => {
        await arriveAsNewParent(page)
        await page.goto('/dashboard')
        await expect(page.getByRole('heading', { name: 'No appointments yet' })).toBeVisible()
        await expectAccessible(page, 'no appointments')

        // A day of its own for each of the four runs.
        const day = workingDay(10 + THEMES.indexOf(colorScheme) * 2 + WIDTHS.indexOf(width))
        await page.goto(`/appointment?date=${day}`)
        await selectTreatment(page, 'Parenatal/Newborn')
        await expectAccessible(page, 'slots')
        await chooseSlot(page, {
          day,
          treatment: 'Parenatal/Newborn',
          slot: '09:00 AM - 09:30 AM',
        })
        await expectAccessible(page, 'dialog')
        await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click()
        await expectAccessible(page, 'dialog, nothing typed')
        await book(page)
        await expect(page.getByText(/^Appointment is set on/).first()).toBeVisible()
        await expectAccessible(page, 'booked')

        for (const path of OWN_PAGES) {
          await page.goto(path, { waitUntil: 'networkidle' })
          await expectAccessible(page, path)
        }
        await page.getByRole('button', { name: /^Menu of/ }).click()
        await expectAccessible(page, 'avatar menu')
      })
    })
  }
}
