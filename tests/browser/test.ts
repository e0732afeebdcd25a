import { type BrowserContext, test as base } from '@playwright/test'

/** For a touch screen, a clock or an empty cache. The same worker runs both, and its browser. */
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
 * Playwright's test, whose page is in a context that tests share one after the other, with nothing
 * stored in it: a context for each cost what many of them do.
 */
export const test = withOwnContext.extend({
  async page({ shared, baseURL }, use) {
    // The pages of the test before, which may have failed: they had to stay for its picture.
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
