import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { arriveAtPayment, CARDS, cardField, expectPaid, payWith, wish } from './payer.ts'

const LOOKS = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 1440 },
] as const

for (const [index, { colorScheme, width }] of LOOKS.entries()) {
  test.describe(`accessibility, ${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' })

    test('every state of a payment', async ({ page }) => {
      await arriveAtPayment(page, wish(18 + index))
      await expectAccessible(page, 'nothing typed')
      await payWith(page, CARDS.declined)
      await expect(cardField(page).getByRole('alert')).toBeVisible()
      await expectAccessible(page, 'declined')
      await payWith(page, CARDS.authentication)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, 'at the bank')
      await page.route('**/booking/*', (route) => route.abort())
      await page.getByRole('button', { name: 'Complete' }).click()
      await expect(page.getByRole('button', { name: 'Ask again' })).toBeVisible()
      await expectAccessible(page, 'not confirmed')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await expectPaid(page)
      await expectAccessible(page, 'paid')
    })
  })
}
