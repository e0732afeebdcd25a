import { test } from '@playwright/test'
import { enlargeText, type Look, lookAt, settle } from '../scenes/looks.ts'
import { TOURS } from '../scenes/tours.ts'
import { expectAccessible, expectFits } from './accessibility.ts'

const WIDE = 1440
/** The dark theme once: its colors are the same at every width. */
const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: WIDE },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
]
/** Where room is scarce: a small phone or a zoom of 400 %, a tablet, a table beside its links. */
const NARROW = [320, 768, 1024]
/** Where text of twice the size has least room. */
const ENLARGED = [390, 320]

test.describe.configure({ mode: 'parallel' })

for (const { name, scenes } of TOURS) {
  test(`accessible and within its bounds: ${name}`, async ({ page }) => {
    // Long enough for a busy machine.
    test.setTimeout(480_000)
    for (const scene of scenes) {
      await page.setViewportSize({ width: WIDE, height: 900 })
      await scene.open?.(page)
      for (const look of LOOKS.filter(({ width }) => width <= (scene.upTo ?? width))) {
        await lookAt(page, look)
        await scene.again?.(page)
        const state = `${scene.name}, ${look.colorScheme}, ${look.width} px`
        await expectAccessible(page, state, look.colorScheme === 'dark' ? 'colors' : undefined)
        await expectFits(page, state)
      }
      for (const width of NARROW.filter((width) => width <= (scene.upTo ?? width))) {
        await page.setViewportSize({ width, height: 900 })
        await expectFits(page, `${scene.name}, ${width} px`)
      }
      await enlargeText(page, 200)
      for (const width of ENLARGED.filter((width) => width <= (scene.upTo ?? width))) {
        await page.setViewportSize({ width, height: 900 })
        // The change of width may make a table a list.
        await settle(page)
        await expectFits(page, `${scene.name}, ${width} px, text at 200 %`)
      }
      await enlargeText(page, 100)
    }
  })
}
