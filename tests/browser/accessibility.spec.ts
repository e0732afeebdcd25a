import { test } from '@playwright/test'
import { enlargeText, lookAt, settle } from '../scenes/looks.ts'
import { TOURS } from '../scenes/tours.ts'
import { expectAccessible, expectFits } from './accessibility.ts'

/** From wide to narrow, down to a small phone or a zoom of 400 %, so that each layout renders once. */
const LOOKS = [
  { colorScheme: 'light', width: 1440, isChecked: true },
  { colorScheme: 'light', width: 1024, isChecked: false },
  { colorScheme: 'light', width: 768, isChecked: false },
  // Both themes have the same pairs of colors at every width.
  { colorScheme: 'dark', width: 390, isChecked: true },
  { colorScheme: 'dark', width: 320, isChecked: false },
] as const
const [{ width: WIDE }] = LOOKS

test.describe.configure({ mode: 'parallel' })

for (const { name, scenes } of TOURS) {
  test(`accessible and within its bounds: ${name}`, async ({ page }) => {
    // Long enough for a busy machine.
    test.setTimeout(480_000)
    for (const scene of scenes) {
      await page.setViewportSize({ width: WIDE, height: 900 })
      await scene.open?.(page)
      for (const look of LOOKS.filter(({ width }) => width <= (scene.upTo ?? width))) {
        const state = `${scene.name}, ${look.colorScheme}, ${look.width} px`
        await lookAt(page, look)
        if (look.isChecked) {
          await scene.again?.(page)
          await expectAccessible(page, state)
        }
        await expectFits(page, state)
      }
      // Where text of twice the size has least room.
      await enlargeText(page, 200)
      for (const width of [320, 390].filter((width) => width <= (scene.upTo ?? width))) {
        await page.setViewportSize({ width, height: 900 })
        await settle(page)
        await expectFits(page, `${scene.name}, ${width} px, text at 200 %`)
      }
      await enlargeText(page, 100)
    }
  })
}
