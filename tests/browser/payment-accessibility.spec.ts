import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
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

/** No violation that axe knows of, in the page as it stands. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))
  expect(found, state).toEqual([])
}
