import { test as base, type Page } from '@playwright/test'
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
}

/** A page of the site's origin without any code of the site's. */
const PLAIN_PAGE = '/robots.txt'

/** Tests whose page, parent and caches outlive a path. */
export const test = base.extend<object, { walker: Walker }>({
  walker: [
    async ({ browser }, use, { parallelIndex }) => {
      const context = await browser.newContext({
        baseURL: process.env.SPROUT_TEST_URL,
        locale: 'en-US',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const network = await openNetwork(page)
      await use({
        page,
        network,
        parent: await register('Wanda Walker'),
        index: parallelIndex,
        async startOver(storage) {
          network.reset()
          await page.goto(PLAIN_PAGE)
          await page.evaluate(async (entries) => {
            localStorage.clear()
            for (const [key, value] of entries) localStorage.setItem(key, value)
            for (const { name } of await indexedDB.databases()) {
              await new Promise((done) => {
                const deletion = indexedDB.deleteDatabase(name ?? '')
                deletion.onsuccess = done
                deletion.onerror = done
              })
            }
          }, Object.entries(storage))
        },
      })
      await context.close()
    },
    { scope: 'worker' },
  ],
})
