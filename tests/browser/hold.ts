import { expect, type Page } from '@playwright/test'

/** A call that the page has made and that waits for what the test makes of it. */
export interface HeldCall {
  /** Lets it go to the server. */
  goOn(): Promise<void>
  /** As if the network had gone. */
  fail(): Promise<void>
  /** As if something on the way had answered. */
  answer(status: number, body: object): Promise<void>
}

export interface Held {
  /** Waits until the page makes the call. */
  arrive(): Promise<void>
  /** Waits for the call, and takes it. Of several it is the newest: the page gave up the others. */
  take(): Promise<HeldCall>
}

type PathTest = (pathname: string) => boolean

export interface Network {
  /** Parks the page's calls with that method to such paths, until the test lets them go. */
  hold(method: string, path: PathTest): Held
  /** Parks nothing any more. */
  reset(): void
}

/**
 * Takes hold of what the page fetches, and of the card provider's script. Chromium's own protocol
 * is used, because Playwright's `route` looks at every file of the site and switches the cache off.
 */
export async function openNetwork(page: Page): Promise<Network> {
  let rules: { method: string; path: PathTest; parked: HeldCall[] }[] = []
  const chromium = await page.context().newCDPSession(page)

  chromium.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    const call: HeldCall = {
      goOn: () => done(chromium.send('Fetch.continueRequest', { requestId })),
      fail: () =>
        done(chromium.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })),
      answer: (status, body) =>
        done(
          chromium.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: status,
            responseHeaders: [{ name: 'content-type', value: 'application/json' }],
            body: Buffer.from(JSON.stringify(body)).toString('base64'),
          }),
        ),
    }
    const rule = rules.find(({ method, path }) => method === request.method && path(pathname))
    if (rule) rule.parked.push(call)
    else void call.goOn()
  })
  await chromium.send('Fetch.enable', {
    patterns: [
      { resourceType: 'Fetch' },
      { resourceType: 'XHR' },
      { resourceType: 'Script', urlPattern: '*/stripe.js' },
    ],
  })

  return {
    hold(method, path) {
      const parked: HeldCall[] = []
      rules.push({ method, path, parked })
      const arrive = () => expect.poll(() => parked.length, { intervals: [10, 25, 50] }).not.toBe(0)
      return {
        arrive,
        async take() {
          await arrive()
          const [call] = parked.splice(0).reverse()
          if (!call) throw new Error('Somebody else has taken the call')
          return call
        },
      }
    },
    reset() {
      rules = []
    },
  }
}

/** A page that is left, or gives a call up, takes it away. */
async function done(order: Promise<unknown>): Promise<void> {
  await order.catch(() => undefined)
}
