import { type BrowserContext, test as base } from '@playwright/test'

/**
 * For a test that needs a touch screen, a clock or an empty cache. It runs in the same worker and browser.
 */
export const withOwnContext = base.extend<object, { shared: BrowserContext }>({
  shared: [
    async ({ browser }, use, { project }) => {
      const { contextOptions, ...options } = project.use
      const context = await browser.newContext({ ...options, ...contextOptions })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * Playwright's test with a page in a context that tests share one after the other; its storage is emptied
 * before each. Creating a context per test would take as long as many tests do.
 */
export const test = withOwnContext.extend({
  async page({ shared, baseURL }, use) {
    // Pages of the previous test stay open until now, for the screenshot of a failure.
    for (const page of shared.pages()) await page.close()
    const page = await shared.newPage()
    const chromium = await shared.newCDPSession(page)
    await chromium.send('Storage.clearDataForOrigin', {
      origin: baseURL ?? '',
      storageTypes: 'all',
    })
    await chromium.detach()
    await use(page)
  },
})
