import type { Page, Route } from '@playwright/test'

/**
 * One screen of the site in one of its states. The accessibility suite checks it and
 * `npm run screenshots` photographs it, both in every theme and width, without opening it anew.
 */
export interface Scene {
  /** Also the name of its pictures. */
  name: string
  /** Brings the page there; absent when the scene before leaves it there. */
  open?(page: Page): Promise<void>
  /** Runs before each screenshot: brings back what disappears on its own. */
  again?(page: Page): Promise<void>
  /** Something lies over the page: a picture shows what is in the window. */
  windowOnly?: boolean
  /** The widest window, in pixels, that knows this state. */
  upTo?: number
}

/** Scenes that follow one another on one page. */
export interface Tour {
  name: string
  scenes: readonly Scene[]
}

/** Answers every request to `url` with that, until `restore`. */
export async function answerWith(
  page: Page,
  url: string,
  status: number,
  json: unknown,
): Promise<void> {
  await page.route(url, (route) =>
    isCall(route) ? route.fulfill({ status, json }) : route.fallback(),
  )
}

/** Lets every request to `url` wait, until `restore`. */
export async function hold(page: Page, url: string): Promise<void> {
  await page.route(url, (route) => (isCall(route) ? undefined : route.fallback()))
}

/** Lets every request to `url` fail as without a connection, until `restore`. */
export async function cut(page: Page, url: string): Promise<void> {
  await page.route(url, (route) => route.abort())
}

/** Requests reach the server again. */
export async function restore(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

// Pages and calls share some addresses: a document is left alone.
function isCall(route: Route): boolean {
  return route.request().resourceType() !== 'document'
}

/** What a server that will not is made to say. */
export const REFUSAL = {
  code: 'unavailable',
  message: 'The clinic’s server is being looked after.',
}
