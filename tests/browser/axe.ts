import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No violation of WCAG 2.2 A and AA, nor of axe's best practices, in the page as it stands. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Contrast is judged on what has arrived, not on what is still fading in.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))
  expect(found, state).toEqual([])
}
