import { enlargeText, type Look, lookAt } from '../scenes/looks.ts'
import { TOURS } from '../scenes/tours.ts'
import { expectAccessible, expectFits, loadWithAxe } from './accessibility.ts'
import { test } from './test.ts'
import { expectValidHtml } from './valid-html.ts'

const WIDE = 1440
const PHONE = 390
const NARROW = 320

/**
 * From wide to narrow, down to a small phone or 400 % zoom, so that each layout renders once. Axe runs at
 * one width per theme: both themes use the same pairs of colors at every width.
 */
const WIDTHS: readonly { width: number; axe?: Look['colorScheme'] }[] = [
  { width: WIDE, axe: 'light' },
  { width: 1024 },
  { width: 768 },
  { width: PHONE, axe: 'dark' },
  { width: NARROW },
]

test.describe.configure({ mode: 'parallel' })

for (const { name, scenes } of TOURS) {
  test(`accessible and within its bounds: ${name}`, async ({ page }) => {
    // Long enough for a busy machine.
    test.setTimeout(480_000)
    await loadWithAxe(page)
    for (const scene of scenes) {
      await page.setViewportSize({ width: WIDE, height: 900 })
      await scene.open?.(page)
      const isShown = ({ width }: { width: number }) => width <= (scene.upTo ?? width)
      for (const { width, axe } of WIDTHS.filter(isShown)) {
        const state = `${scene.name}, ${width} px`
        if (axe) {
          await lookAt(page, { colorScheme: axe, width })
          await scene.again?.(page)
          await expectAccessible(page, `${state}, ${axe}`)
        } else await page.setViewportSize({ width, height: 900 })
        await expectFits(page, state)
      }
      await expectValidHtml(page, scene.name)
      // Enlarged text has least room at the narrowest width; the workspace's bar has wider gaps at 390 px.
      await enlargeText(page, 200)
      for (const width of [NARROW, PHONE]) {
        await page.setViewportSize({ width, height: 900 })
        await expectFits(page, `${scene.name}, ${width} px, text at 200 %`)
      }
      await enlargeText(page, 100)
    }
  })
}
