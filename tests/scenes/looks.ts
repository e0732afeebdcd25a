import type { Page } from '@playwright/test'

/** Theme and width. */
export interface Look {
  colorScheme: 'light' | 'dark'
  /** In CSS pixels. */
  width: number
}

/**
 * All combinations of themes and widths. Each differs from the previous one in one respect, because every
 * change re-renders the page.
 */
export function looksAt(widths: readonly number[]): Look[] {
  return widths.flatMap((width, index) => {
    const light = { colorScheme: 'light', width } as const
    const dark = { colorScheme: 'dark', width } as const
    return index % 2 === 0 ? [light, dark] : [dark, light]
  })
}

/** Applies theme and width, and waits until nothing moves. */
export async function lookAt(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  await settle(page)
}

/** Sets the text size in percent, like a browser's setting (WCAG 2.2, 1.4.4). */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)
}

/** The longest time to wait for a frame, in milliseconds: a page in the background may draw none. */
const FRAME_MS = 2_000

/** Waits for the next frame and finishes fade-ins: contrast is measured on the final colors. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async (frameMs) => {
    const nextFrame = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => resolve())
        setTimeout(resolve, frameMs)
      })
    await nextFrame()
    await nextFrame()
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
    await nextFrame()
  }, FRAME_MS)
}
