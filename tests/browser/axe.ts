import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe's rules about colours: all that another theme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * No violation of WCAG 2.2 A and AA, nor of axe's best practices, in the page as it stands.
 * @param only `colours` where everything else was looked at in the other theme
 */
export async function expectAccessible(page: Page, state: string, only?: 'colours'): Promise<void> {
  // Contrast is judged on what has arrived, not on what is still fading in.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  // Within the page itself, which is much faster: the site has no frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (only ? axe.withRules(COLOURS) : axe).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))
  expect(found, state).toEqual([])
}
