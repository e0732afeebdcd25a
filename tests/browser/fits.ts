import { expect, type Page } from '@playwright/test'

/** Nothing sticks out sideways, of the window, a card or a dialog (WCAG 2.2, 1.4.10 Reflow). */
export async function expectFits(page: Page, state: string): Promise<void> {
  const found = await page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('.leaf, .leaf-end')]
    return frames
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent, scrollWidth, clientWidth }) => ({
        text: textContent?.slice(0, 60),
        scrollWidth,
        clientWidth,
      }))
  })
  expect(found, state).toEqual([])
}
