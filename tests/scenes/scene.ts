import type { Page, Route } from '@playwright/test'

/**
 * One screen of the site in one of its states. The accessibility suite checks it and `npm run screenshots`
 * takes its pictures, in every theme and width, on one page.
 */
export interface Scene {
  /** Also used as the name of its screenshots. */
  name: string
  /** Opens the state; absent if the previous scene ends in it. */
  open?(page: Page): Promise<void>
  /** Runs before each screenshot: shows again what disappears by itself. */
  again?(page: Page): Promise<void>
  /** Something covers the page, so that the screenshot shows the window only. */
  windowOnly?: boolean
  /** The widest window in which this state exists, in pixels. */
  upTo?: number
}

type Step = (page: Page) => Promise<void>

export const scene = (name: string, open: Step): Scene => ({ name, open })

/** A scene with something that covers the page, such as a dialog. */
export const overlay = (name: string, open: Step): Scene => ({ name, open, windowOnly: true })

/** A scene with something that disappears by itself. */
export const fleeting = (name: string, again: Step): Scene => ({ name, again, windowOnly: true })

/** Scenes in sequence on one page. */
export interface Tour {
  name: string
  scenes: readonly Scene[]
}

/** Answers every request to `url` with this response, until `restore`. */
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

/** Changes the server's responses to requests to `url`, until `restore`. */
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

// Some pages and API calls share a path: documents are not intercepted.
function isCall(route: Route): boolean {
  return route.request().resourceType() !== 'document'
}

/** The response of an unavailable server. */
export const REFUSAL = {
  code: 'unavailable',
  message: 'The clinic’s server is being looked after.',
}
