import type { Page, Route } from '@playwright/test'

/**
 * One screen of the site in one of its states. The accessibility suite checks it and
 * `npm run screenshots` photographs it, both in every theme and width, without opening it anew.
 */
export interface Scene {
  /** Also the name of its screenshots. */
  name: string
  /** Navigates to the state; absent when the previous scene ends there. */
  open?(page: Page): Promise<void>
  /** Runs before each screenshot: brings back what disappears on its own. */
  again?(page: Page): Promise<void>
  /** Something covers the page: the screenshot shows the window only. */
  windowOnly?: boolean
  /** The widest window, in pixels, that has this state. */
  upTo?: number
}

type Step = (page: Page) => Promise<void>

export const scene = (name: string, open: Step): Scene => ({ name, open })

/** Something that covers the page, such as a dialog. */
export const overlay = (name: string, open: Step): Scene => ({ name, open, windowOnly: true })

/** Something that disappears on its own. */
export const fleeting = (name: string, again: Step): Scene => ({ name, again, windowOnly: true })

/** Scenes that follow one another on one page. */
export interface Tour {
  name: string
  scenes: readonly Scene[]
}

/** Fulfills every request to `url` with that, until `restore`. */
export async function answerWith(
  page: Page,
  url: string | RegExp,
  status: number,
  json: unknown,
  headers?: Record<string, string>,
): Promise<void> {
  await page.route(url, (route) =>
    isCall(route) ? route.fulfill({ status, json, headers }) : route.fallback(),
  )
}

/** Changes what the server answers to requests to `url`, until `restore`. */
export async function changeAnswer<Answer>(
  page: Page,
  url: string,
  change: (answer: Answer) => unknown,
): Promise<void> {
  await page.route(url, async (route) => {
    if (!isCall(route)) return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, json: change(await response.json()) })
  })
}

/** Holds every request to `url`, until `restore`. */
export async function hold(page: Page, url: string): Promise<void> {
  await page.route(url, (route) => (isCall(route) ? undefined : route.fallback()))
}

/** Aborts every request to `url`, until `restore`. */
export async function cut(page: Page, url: string): Promise<void> {
  await page.route(url, (route) => route.abort())
}

/** Lets requests reach the server again. */
export async function restore(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

// Pages and calls share some paths: documents are not intercepted.
function isCall(route: Route): boolean {
  return route.request().resourceType() !== 'document'
}

/** The response of an unavailable server. */
export const REFUSAL = {
  code: 'unavailable',
  message: 'The clinic’s server is being looked after.',
}
