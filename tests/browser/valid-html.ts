import { expect, type Page } from '@playwright/test'
import { findHtmlErrors } from '#web/testing/html-rules.ts'

/** The document as it stands, which scripts have changed since the server sent it, follows the standard. */
export async function expectValidHtml(page: Page, state: string): Promise<void> {
  expect(await findHtmlErrors(await page.content()), state).toEqual([])
}
