import type { Page } from '@playwright/test'

/** Theme and width. */
export interface Look {
  colorScheme: 'light' | 'dark'
  /** In CSS pixels. */
  width: number
}

/**
 * All combinations of themes and widths, in an order that changes one thing at a time, because each
 * change re-renders the page.
 */
export function looksAt(widths: readonly number[]): Look[] {
  return widths.flatMap((width, index) => {
    const light = { colorScheme: 'light', width } as const
    const dark = { colorScheme: 'dark', width } as const
    return index % 2 === 0 ? [light, dark] : [dark, light]
  })
}

/** Shows the page in that theme and width, and waits until nothing moves. */
export async function lookAt(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  await settle(page)
}

/** Shows text at so many percent of its size, as a browser's setting does (WCAG 2.2, 1.4.4). */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)
}

/** Waits for the next frame and for fade-ins to end: contrast is measured on the final colors. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(finite.map((animation) => animation.finished.catch(() => {})))
  })
}
