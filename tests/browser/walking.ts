import { type Browser, test as base, type Page } from '@playwright/test'
import { type Network, openNetwork } from './hold.ts'
import { type Member, register } from './member.ts'

/** A browser and a parent that walk one path after the other. */
export interface Walker {
  page: Page
  network: Network
  parent: Member
  /** Sets walkers that walk at the same time apart. */
  index: number
  /** Leaves the page of the path before; local storage holds nothing but `storage`. */
  startOver(storage: Record<string, string>): Promise<void>
  /** Another page of the same browser: what one of them keeps, the other hears of. */
  otherTab(): Promise<Page>
  close(): Promise<void>
}

/** A page of the site's origin without any code of the site's. */
const PLAIN_PAGE = '/robots.txt'

/** Tests whose page, parent and caches outlive a path. */
export const test = base.extend<object, { walker: Walker }>({
  walker: [
    async ({ browser }, use, { parallelIndex }) => {
      const walker = await openWalker(browser, await register('Wanda Walker'), parallelIndex)
      await use(walker)
      await walker.close()
    },
    { scope: 'worker' },
  ],
})

/** A walker for the same parent, in a browser whose clock the test may put forward; close it. */
export async function openTimeTraveller(
  browser: Browser,
  { parent, index }: Walker,
): Promise<Walker> {
  const walker = await openWalker(browser, parent, index)
  const context = walker.page.context()
  // Only waiting is skipped: a call that is held meanwhile takes no longer for that.
  await context.addInitScript(() => {
    Object.assign(globalThis, { patience: AbortSignal.timeout.bind(AbortSignal) })
  })
  await context.clock.install()
  await context.addInitScript(() => {
    const patience = Object.getOwnPropertyDescriptor(globalThis, 'patience')
    if (patience) Object.defineProperty(AbortSignal, 'timeout', patience)
  })
  return walker
}

async function openWalker(browser: Browser, parent: Member, index: number): Promise<Walker> {
  const context = await browser.newContext({
    baseURL: process.env.SPROUT_TEST_URL,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const network = await openNetwork(page)
  let other: Promise<Page> | undefined

  async function openTab(): Promise<Page> {
    const tab = await context.newPage()
    await tab.goto(PLAIN_PAGE)
    return tab
  }

  return {
    page,
    network,
    parent,
    index,
    async startOver(storage) {
      network.reset()
      await page.goto(PLAIN_PAGE)
      await page.evaluate(forgetEverythingBut, Object.entries(storage))
    },
    otherTab() {
      other ??= openTab()
      return other
    },
    close: () => context.close(),
  }
}

/** Runs in the page. */
async function forgetEverythingBut(entries: [string, string][]): Promise<void> {
  localStorage.clear()
  for (const [key, value] of entries) localStorage.setItem(key, value)
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => {
      const deletion = indexedDB.deleteDatabase(name ?? '')
      deletion.onsuccess = done
      deletion.onerror = done
    })
  }
}
