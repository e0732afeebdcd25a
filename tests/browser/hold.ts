import { expect, type Page, type Request, type Route } from '@playwright/test'

export interface Held {
  /** Waits until the page makes the call, and takes it: answer it, or let it go on. */
  take(): Promise<Route>
  /** Waits until the page makes the call. */
  arrive(): Promise<void>
}

/** Parks the page's calls to `path` until the test lets them go; calls with a query are not meant. */
export async function hold(
  page: Page,
  method: string,
  path: (pathname: string) => boolean,
): Promise<Held> {
  const parked: Route[] = []
  const isMeant = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    return request.method() === method && path(pathname) && search === ''
  }
  await page.route('**/*', (route) => {
    if (isMeant(route.request())) parked.push(route)
    else return route.fallback()
  })
  const arrive = () => expect.poll(() => parked.length).toBeGreaterThan(0)
  return {
    arrive,
    async take() {
      await arrive()
      const route = parked.shift()
      if (!route) throw new Error('Somebody else has taken the call')
      return route
    },
  }
}
