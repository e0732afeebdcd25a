import { test } from '@playwright/test'
import { lookAt, looksAt } from '../scenes/looks.ts'
import { TOURS } from '../scenes/tours.ts'
import { expectAccessible } from './axe.ts'

const WIDE = 1440
const LOOKS = looksAt([WIDE, 390])

test.describe.configure({ mode: 'parallel' })

for (const { name, scenes } of TOURS) {
  test(`nothing in anybody's way: ${name}`, async ({ page }) => {
    // A deadlock shall end it; a busy machine shall not.
    test.setTimeout(600_000)
    for (const scene of scenes) {
      await page.setViewportSize({ width: WIDE, height: 900 })
      await scene.open?.(page)
      for (const look of LOOKS.filter(({ width }) => width <= (scene.upTo ?? width))) {
        await lookAt(page, look)
        await scene.again?.(page)
        await expectAccessible(
          page,
          `${scene.name}, ${look.colorScheme}, ${look.width} px`,
          look.colorScheme === 'dark' ? 'colours' : undefined,
        )
      }
    }
  })
}
