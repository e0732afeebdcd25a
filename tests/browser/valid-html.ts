import { expect, type Page } from '@playwright/test'
import { findHtmlErrors } from '#web/testing/html-rules.ts'

/** Expects the DOM, as scripts have changed it, to be valid HTML. */
export async function expectValidHtml(page: Page, state: string): Promise<void> {
  expect(await findHtmlErrors(await page.content()), state).toEqual([])
}
