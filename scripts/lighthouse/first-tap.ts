import type { BrowserContext } from '@playwright/test'

/** Milliseconds from the first tap of a visitor until the next page is painted. */
export const FIRST_TAP_GOAL = 2000

/** Chromium's own "Slow 4G": milliseconds, and bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
}

/** How much slower a phone computes. */
const CPU_RATE = 4

/** Where the page keeps, for the next one, when it was tapped: milliseconds since 1970. */
const TAPPED = 'first-tap'

/**
 * How long *Make Appointment* on the home page takes on a slow phone, in milliseconds: until the first frame that
 * shows the next page, which is the login for visitors who are logged out.
 */
export async function measureFirstTap(context: BrowserContext, siteUrl: string): Promise<number> {
  const page = await context.newPage()
  const chromium = await context.newCDPSession(page)
  await chromium.send('Network.enable')
  await chromium.send('Network.clearBrowserCache')
  await chromium.send('Network.emulateNetworkConditions', SLOW_4G)
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  // The visitor reads the page, while the browser fetches what the next one needs.
  await page.goto(siteUrl, { waitUntil: 'networkidle' })
  const link = page.getByRole('link', { name: 'Make Appointment' }).first()
  await link.evaluate((tapped, key) => {
    const remember = ({ timeStamp }: Event) =>
      sessionStorage.setItem(key, `${performance.timeOrigin + timeStamp}`)
    tapped.addEventListener('touchstart', remember)
  }, TAPPED)
  await link.tap({ noWaitAfter: true })
  const time = await page.waitForFunction(
    (key) => {
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
      const isNext =
        location.pathname !== '/' && document.querySelector('main h1:not([data-page-wait] *)')
      if (!isPainted || !isNext) return false
      return performance.timeOrigin + performance.now() - Number(sessionStorage.getItem(key))
    },
    TAPPED,
    { polling: 'raf' },
  )
  const milliseconds = await time.jsonValue()
  await page.close()
  return Number(milliseconds)
}
