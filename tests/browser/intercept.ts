import { setTimeout } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { OTHERS_EVERY_MS } from '#drizzle/change-watch.ts'

/** A request of the page that is paused until the test decides. */
export interface Call {
  /** Sends it to the server; `values` replace fields of its JSON body. */
  proceed(values?: object): Promise<void>
  /** Fails it, as without a network. */
  fail(): Promise<void>
  /** Answers it instead of the server. */
  answer(status: number, body: object): Promise<void>
}

/** The page's requests of one kind. A newer request releases an older one. */
export interface Intercept {
  /** Waits until the page makes such a request. */
  arrive(isWanted?: (url: URL) => boolean): Promise<void>
  /** Waits for a request, and takes it. */
  take(isWanted?: (url: URL) => boolean): Promise<Call>
  /** Releases a request that the page no longer waits for. */
  release(): Promise<void>
  /** Lets requests pass from now on, including the paused one; `hold` pauses them again. */
  pass(): void
  hold(): void
}

type PathTest = (pathname: string) => boolean

interface Rule {
  method: string
  path: PathTest
  isHeld: boolean
  stopped: { call: Call; url: URL } | null
}

/**
 * Intercepts the page's fetches and the card provider's script. Uses Chromium's protocol, because
 * Playwright's `route` sees every file of the site and disables the cache.
 * @returns a function that pauses requests with a method and path from now on
 */
export async function openNetwork(
  page: Page,
): Promise<(method: string, path: PathTest | string) => Intercept> {
  const rules: Rule[] = []
  const chromium = await page.context().newCDPSession(page)

  chromium.on('Fetch.requestPaused', ({ requestId, request }) => {
    const url = new URL(request.url)
    // The page may abort the request, or be closed, meanwhile.
    const settle = (order: Promise<unknown>) => order.then(() => {}).catch(() => {})
    const call: Call = {
      proceed: (values) => {
        const postData = values && withValues(request.postData, values)
        return settle(chromium.send('Fetch.continueRequest', { requestId, postData }))
      },
      fail: () =>
        settle(chromium.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })),
      answer: (status, body) =>
        settle(
          chromium.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: status,
            responseHeaders: [{ name: 'content-type', value: 'application/json' }],
            body: Buffer.from(JSON.stringify(body)).toString('base64'),
          }),
        ),
    }
    const rule = rules.find(({ method, path }) => method === request.method && path(url.pathname))
    if (!rule?.isHeld) return void call.proceed()
    void rule.stopped?.call.proceed()
    rule.stopped = { call, url }
  })
  await chromium.send('Fetch.enable', {
    patterns: [
      { resourceType: 'Fetch' },
      { resourceType: 'XHR' },
      { resourceType: 'Script', urlPattern: '*/stripe.js' },
    ],
  })

  return (method, path) => {
    const isPath = typeof path === 'string' ? (pathname: string) => pathname === path : path
    const rule: Rule = { method, path: isPath, isHeld: true, stopped: null }
    rules.push(rule)
    const arrive = (isWanted: (url: URL) => boolean = () => true) =>
      expect
        .poll(() => rule.stopped !== null && isWanted(rule.stopped.url), {
          intervals: [10, 25, 50],
        })
        .toBe(true)
    async function release() {
      const call = rule.stopped?.call
      rule.stopped = null
      await call?.proceed()
    }
    return {
      arrive,
      hold() {
        rule.isHeld = true
      },
      release,
      pass() {
        rule.isHeld = false
        void release()
      },
      async take(isWanted) {
        await arrive(isWanted)
        const call = rule.stopped?.call
        rule.stopped = null
        if (!call) throw new Error('Another step has taken the call')
        return { ...call, proceed: (values) => heard().then(() => call.proceed(values)) }
      },
    }
  }
}

/** Waits until the site, which is another process, sees changes that the test made in its database. */
const heard = () => setTimeout(OTHERS_EVERY_MS + 1)

/** A JSON body with some values replaced, in base64. */
function withValues(body = '{}', values: object): string {
  return Buffer.from(JSON.stringify({ ...JSON.parse(body), ...values })).toString('base64')
}
