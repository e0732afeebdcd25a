import type { Browser } from '@playwright/test'
import { loadEnv } from '#domain/config/load-env.ts'
import { register, sessionOf } from '#tests/browser/member.ts'
import { selectTreatment } from '#tests/browser/visitor.ts'
import { createDevServer } from '../dev-server.ts'

/** A flow is drawn when it comes into view. */
const DRAWN = 'figure[aria-busy="false"] svg'

/**
 * Photographs `/flows` of the development server during a booking.
 * @param api the running site, whose data the pages show
 */
export async function photographFlows(browser: Browser, api: string, file: string): Promise<void> {
  const vite = await createDevServer({ env: loadEnv(), api, port: 0 })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await vite.listen()
    const parent = await register('Paula Parent')
    await context.addInitScript(
      (entries) => Object.assign(localStorage, entries),
      sessionOf(parent),
    )
    const page = await context.newPage()
    const address = vite.httpServer?.address()
    const port = address instanceof Object ? address.port : 0
    const [flows] = await Promise.all([
      page.waitForEvent('popup'),
      page.goto(`http://localhost:${port}/appointment?inspect=flows`),
    ])
    await selectTreatment(page, 'Allergy Testing')
    await flows.getByRole('status').getByText('slot.choosing').waitFor()
    await flows.locator('section:last-child').scrollIntoViewIfNeeded()
    await flows.locator(`section:last-child ${DRAWN} .active`).first().waitFor()
    await flows.locator('section:first-child').scrollIntoViewIfNeeded()
    await flows
      .locator(`section:first-child ${DRAWN} .active`)
      .filter({ hasText: 'undisturbed' })
      .waitFor()
    await flows.setViewportSize({ width: 1440, height: 1000 })
    await flows.screenshot({ path: file })
  } finally {
    await context.close()
    await vite.close()
  }
}
