import { setTimeout } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { OTHERS_EVERY_MS } from '#drizzle/change-watch.ts'

/** A call of the page that waits for what the test makes of it. */
export interface Call {
  /** Lets it go to the server, with other values in its JSON where they are given. */
  proceed(values?: object): Promise<void>
  /** As if the network had gone. */
  fail(): Promise<void>
  /** As if the server had answered. */
  answer(status: number, body: object): Promise<void>
}

/** The page's calls of one kind. An older one goes on when a newer comes. */
export interface Intercept {
  /** Waits until the page makes a call. */
  arrive(isWanted?: (url: URL) => boolean): Promise<void>
  /** Waits for a call, and takes it. */
  take(isWanted?: (url: URL) => boolean): Promise<Call>
  /** Lets a call go that the page no longer waits for. */
  release(): Promise<void>
  /** Lets calls pass from now on, also the one that waits; `hold` stops them again. */
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
 * Intercepts what the page fetches, and the card provider's script. This is Chromium's own protocol,
 * because Playwright's `route` sees every file of the site and switches the cache off.
 * @returns a function that from now on stops calls with that method to such paths
 */
export async function openNetwork(
  page: Page,
): Promise<(method: string, path: PathTest | string) => Intercept> {
  const rules: Rule[] = []
  const chromium = await page.context().newCDPSession(page)

  chromium.on('Fetch.requestPaused', ({ requestId, request }) => {
    const url = new URL(request.url)
    // The page may give the call up, or be left, meanwhile.
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

/** Waits until the site, another process, sees what the test has just changed in its database. */
const heard = () => setTimeout(OTHERS_EVERY_MS + 1)

/** A JSON body with those values in the place of its own, in base64. */
function withValues(body = '{}', values: object): string {
  return Buffer.from(JSON.stringify({ ...JSON.parse(body), ...values })).toString('base64')
}
