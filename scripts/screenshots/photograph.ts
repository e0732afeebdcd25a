import type { Page } from '@playwright/test'
import { settle } from '#tests/scenes/looks.ts'

/**
 * Takes the whole page, or its visible part.
 * @param file where it is written, too
 */
export async function photograph(
  page: Page,
  file: string | undefined,
  fullPage: boolean,
): Promise<Buffer> {
  await page.evaluate(async (fromTheTop) => {
    if (fromTheTop) window.scrollTo(0, 0)
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
  }, fullPage)
  await settle(page)
  return page.screenshot({ path: file, fullPage, animations: 'disabled' })
}
