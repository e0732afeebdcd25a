import { expect, type Page } from '@playwright/test'
import { withOwnContext as test } from './test.ts'
import { arriveAsNewParent } from './visitor.ts'

/** Chromium's "Slow 3G" preset: bytes per second, and latency in milliseconds. */
const SLOW_3G = {
  offline: false,
  downloadThroughput: (400 * 1000) / 8,
  uploadThroughput: (400 * 1000) / 8,
  latency: 400,
}
const FEEDBACK_MS = 100

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', SLOW_3G)
}

/** Clicks the first element that matches. Resolves with the milliseconds until it looks pressed. */
function press(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (of) => {
    const element = document.querySelector<HTMLElement>(of)
    if (!element) throw new Error(`There is no ${of}`)
    const start = performance.now()
    element.click()
    while (Number(getComputedStyle(element).opacity) === 1) {
      await new Promise(requestAnimationFrame)
      if (performance.now() - start > 10_000) throw new Error(`${of} never looked pressed`)
    }
    return performance.now() - start
  }, selector)
}

// In sequence, because all pages share the network.
test('on slow 3G, a press shows at once, and every page works', async ({ page }) => {
  const figures: string[] = []
  async function measure(
    path: string,
    { button, done }: { button: string; done: () => Promise<void> },
  ) {
    await page.goto('about:blank')
    await slowDown(page)
    const start = Date.now()
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const shown = Date.now() - start
    const feedback = await press(page, button)
    await done()
    const ms = [`shown ${shown} ms`, `press ${Math.round(feedback)} ms`]
    figures.push(`${path}: ${[...ms, `done ${Date.now() - start} ms`].join(', ')}`)
    expect(feedback, path).toBeLessThan(FEEDBACK_MS)
  }

  await measure('/', {
    button: 'main a[href="/appointment"]',
    done: () => page.waitForURL(/\/(appointment|login)/, { waitUntil: 'commit' }),
  })
  await measure('/login', {
    button: 'main form button[type=submit]',
    done: () => expect(page.getByText('Email required')).toBeVisible(),
  })
  await arriveAsNewParent(page)
  await measure('/appointment', {
    button: 'main li button:enabled',
    done: () => expect(page.getByRole('heading', { name: /^Choose a time for/ })).toBeVisible(),
  })
  console.log(figures.join('\n'))
})
