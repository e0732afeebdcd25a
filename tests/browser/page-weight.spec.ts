import { expect, type Page, type Request } from '@playwright/test'
import { requestsOf, servedPages } from '#web/app/page-facts.ts'
import { pages } from '#web/app/pages.ts'
import { addressIn, LANGUAGES, type Language } from '#words/languages.ts'
import { register, sessionOf } from './member.ts'
import { withOwnContext as test } from './test.ts'

const KB = 1000

/** Counts the bytes that the page fetches from now on, as compressed bodies. */
function scaleOf(page: Page) {
  const finished: Request[] = []
  let started = 0
  page.on('request', () => {
    started += 1
  })
  page.on('requestfinished', (request) => finished.push(request))

  return {
    isStill: () => finished.length === started,
    async read(...types: string[]): Promise<number> {
      const counted = types.length
        ? finished.filter((request) => types.includes(request.resourceType()))
        : finished
      const sizes = await Promise.all(counted.map((request) => request.sizes()))
      return sizes.reduce((total, { responseBodySize }) => total + responseBodySize, 0)
    },
    async sizeOf(url: string): Promise<number | undefined> {
      return (await finished.find((request) => request.url() === url)?.sizes())?.responseBodySize
    },
  }
}

/** Loads the images further down, as scrolling would. */
async function seeAllImages(page: Page) {
  await page.locator('img').evaluateAll((images) => {
    for (const image of images as HTMLImageElement[]) image.loading = 'eager'
  })
  const allThere = () =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  await page.waitForFunction(allThere)
}

const publicPages = servedPages
  .filter(({ area, path }) => area === 'site' && path !== '*')
  .flatMap(({ path }) => LANGUAGES.map((language) => ({ path, language })))

/** Other languages take more letters than English. */
const limitsIn = (language: Language) =>
  language === 'en'
    ? { document: 16.9 * KB, script: 5 * KB }
    : { document: 17.4 * KB, script: 5.2 * KB }

for (const { path, language } of publicPages) {
  const address = addressIn(language, path)
  test(`${address} is light`, async ({ page }) => {
    const scale = scaleOf(page)
    await page.goto(address, { waitUntil: 'networkidle' })

    // With the stylesheet, and up to 100 bytes for days with longer times.
    const limits = limitsIn(language)
    expect(await scale.read('document', 'stylesheet')).toBeLessThan(limits.document)
    // Other scripts load when the page is first used.
    expect(await scale.read('script')).toBeLessThan(limits.script)
    const first = page.locator('img[fetchpriority="high"]')
    const firstUrls = await first.evaluateAll((images) =>
      images.map((image) => (image as HTMLImageElement).currentSrc),
    )
    if (path === '/') expect(firstUrls).toHaveLength(1)
    for (const url of firstUrls) expect(await scale.sizeOf(url)).toBeLessThan(40 * KB)

    const hydrated = page.waitForResponse(/\/assets\/start-app-/)
    await page.keyboard.press('End')
    await hydrated
    await seeAllImages(page)
    await expect.poll(scale.isStill).toBe(true)
    expect(await scale.read()).toBeLessThan(300 * KB)
  })
}

const withOwnRequests = [
  ['/dashboard', 'No appointments yet'],
  ['/dashboard/children', 'No children yet'],
] as const

for (const [path, text] of withOwnRequests) {
  test(`${path} asks for its data while its scripts are loading, and only once`, async ({
    page,
  }) => {
    const member = await register()
    const shown = pages.find((each) => each.path === path)
    if (!shown) throw new Error(`There is no page ${path}`)
    const email = encodeURIComponent(member.email)
    const early = requestsOf(shown).map((each) => each.replace(':email', email))

    await page.goto('/robots.txt')
    await page.evaluate((session) => Object.assign(localStorage, session), sessionOf(member))
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.resourceType() === 'fetch') asked.push(pathname + search)
    })
    await page.route('**/assets/framework-*', async (route) => {
      await expect.poll(() => asked).toEqual(early)
      await route.continue()
    })
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
    expect(asked.filter((each) => early.includes(each))).toEqual(early)
  })
}
