import { expect, type Page } from '@playwright/test'

/** Nothing sticks out sideways, of the window or of an open dialog (WCAG 2.2, 1.4.10 Reflow). */
export async function expectFits(page: Page, state: string): Promise<void> {
  const found = await page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('dialog[open]')]
    return frames
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ localName, scrollWidth, clientWidth }) => ({ localName, scrollWidth, clientWidth }))
  })
  expect(found, state).toEqual([])
}
