import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Route } from '@playwright/test'
import { matchPath } from 'react-router-dom'
import { NO_DATA, openRenderer } from '#server/rendering/open-renderer.ts'
import type { SentData } from '#web/app/sent-data.ts'

/**
 * Puts the pages of a build in the place of the running site's, with the data that it sends; calls go to the site.
 * @param folder of `scripts/build/build-pages.ts`
 * @returns a function that ends it
 */
export async function replacePages(
  context: BrowserContext,
  folder: string,
): Promise<() => Promise<void>> {
  const renderer = await openRenderer(folder, { siteUrl: '', offered: ['en'], data: NO_DATA })

  async function pageAt(address: URL): Promise<string | undefined> {
    const path = renderer.paths.find((path) => matchPath(path, address.pathname)) ?? '*'
    const answer = await fetch(address, { headers: { accept: 'text/html' } })
    const sent = readData(await answer.text())
    if (!sent) return undefined
    // Only the site knows which parameters the page reads.
    if (address.search) return renderer.shell(path)
    const data = { clinic: { details: sent.clinic, week: [] }, queries: sent.queries }
    return renderer.render(path, { search: '', data: JSON.stringify(data), isMissing: false })
  }

  async function answer(route: Route): Promise<void> {
    const request = route.request()
    const address = new URL(request.url())
    const file = join(folder, address.pathname)
    if (address.pathname.startsWith('/assets/') && existsSync(file)) {
      return settled(route.fulfill({ path: file }))
    }
    const isPage = request.resourceType() === 'document' && !request.frame().parentFrame()
    const body = isPage ? await pageAt(address) : undefined
    if (body === undefined) return settled(route.fallback())
    return settled(route.fulfill({ contentType: 'text/html', body }))
  }

  const ownSite = `${process.env.SPROUT_TEST_URL}/**`
  await context.route(ownSite, answer)
  return () => context.unroute(ownSite, answer)
}

/** `restore` of a scene may have sent the request to the site meanwhile. */
const settled = (answered: Promise<void>) => answered.catch(() => undefined)

/** The data that a page of the site was rendered from; undefined for other files. */
function readData(html: string): SentData | undefined {
  const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}
