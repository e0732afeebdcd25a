import { expect, test } from '@playwright/test'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { SENDER, SUBJECTS } from '#domain/notifications/testing/subjects.ts'
import { type Look, lookAt } from '../scenes/looks.ts'
import { expectAccessible, expectFits } from './accessibility.ts'

const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 800 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 320 },
]

// Apart from the mailbox, which runs no scripts in an email, so that axe would not look into it.
test('every email is readable in both themes and at every width', async ({ page }) => {
  for (const { name, subject } of SUBJECTS) {
    const { html } = composeEmail(subject, SENDER)
    await page.setContent(html)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const look of LOOKS) {
      await lookAt(page, look)
      const state = `${name}, ${look.colorScheme}, ${look.width} px`
      await expectAccessible(page, state, 'within a mail program')
      await expectFits(page, state)
    }
  }
})
