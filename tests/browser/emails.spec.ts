import { expect } from '@playwright/test'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { SUBJECTS } from '#domain/notifications/testing/subjects.ts'
import { lookAt } from '../scenes/looks.ts'
import { expectAccessible, expectFits } from './accessibility.ts'
import { test } from './test.ts'

const LOOKS = [
  { colorScheme: 'light', width: 800, part: 'within a mail program' },
  { colorScheme: 'dark', width: 320, part: 'colors' },
] as const

// Outside of the mailbox page, whose frame for emails runs no scripts, so that axe could not check them.
test('every email is readable in both themes and at every width', async ({ page }) => {
  for (const { name, subject } of SUBJECTS) {
    const { html } = composeEmail(subject, SENDER)
    await page.setContent(html)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const look of LOOKS) {
      await lookAt(page, look)
      const state = `${name}, ${look.colorScheme}, ${look.width} px`
      await expectAccessible(page, state, look.part)
      await expectFits(page, state)
    }
  }
})
