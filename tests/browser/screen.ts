import { expect, type Locator, type Page, test } from '@playwright/test'
import type { AnyStateMachine } from 'xstate'
import {
  type Name,
  problemsOf,
  type Role,
  readFacts,
  type Screen,
  UNNAMED,
} from '#machines/testing/screen.ts'
import { type Driver, take, type Walk } from '#machines/testing/tours.ts'
import { watchWalks } from '#web/testing/watch-walks.ts'

// Set by `npm run dev -- --inspect`.
const relay = process.env.VITE_INSPECTION_RELAY
if (relay) watchWalks(relay)

const PATIENCE = { intervals: [10, 25, 50, 100], timeout: 15_000 }

/** The machine tests' screen, in a browser. */
export function pageScreen(page: Page, root: Page | Locator = page): Screen {
  const find = (role: Role, name?: Name) => locate(root, role, name)
  const facts = (role: Role, name?: Name) =>
    find(role, name).filter({ visible: true }).evaluateAll(readFacts)
  const settled = (check: () => Promise<void>) => expect(check).toPass(PATIENCE)
  return {
    click: (role, name) => find(role, name).click(),
    fill: (label, text) => find('field', label).fill(text),
    async select(label, option) {
      await find('field', label).selectOption({ label: option })
    },
    press: (key) => page.keyboard.press(key),
    see: (role, name, wanted = {}) =>
      settled(async () => {
        const problems = problemsOf(role, await facts(role, name), wanted)
        if (problems.length > 0) throw new Error(`${role} ${name ?? ''}: ${problems.join(', ')}`)
      }),
    gone: (role, name) => expect(find(role, name)).toHaveCount(0),
    seeAll: (role, texts) =>
      settled(async () => {
        expect((await facts(role)).map(({ text }) => text)).toEqual(texts)
      }),
    async arrivedAt(text) {
      const place = page.locator(':focus')
      await expect(place).toContainText(text)
      await expect(place).toBeInViewport()
    },
    path: async () => new URL(page.url()).pathname,
    seePath: (path) => expect(page).toHaveURL(({ pathname }) => isPath(path, pathname)),
    within: (role, name) => pageScreen(page, find(role, name)),
  }
}

function isPath(wanted: Name, pathname: string): boolean {
  return typeof wanted === 'string' ? wanted === pathname : wanted.test(pathname)
}

function locate(root: Page | Locator, role: Role, name?: Name): Locator {
  if (role === 'field') return root.getByLabel(name ?? /./, { exact: true })
  if (role === 'text') return root.getByText(name ?? /./, { exact: true })
  if (UNNAMED.some((unnamed) => unnamed === role)) {
    return root.getByRole(role).filter({ hasText: name })
  }
  return root.getByRole(role, { name, exact: true })
}

/** Runs a walk in the browser; each of its steps is a step of the test. */
export const takeInBrowser = <Machine extends AnyStateMachine>(
  walk: Walk,
  driver: Driver<Machine>,
): Promise<void> => take(walk, driver, (title, step) => test.step(title, step))

/** Opens the address with exactly `storage` in local storage. */
export async function openWith(
  page: Page,
  storage: Record<string, string>,
  address: string,
): Promise<void> {
  // A page of the same origin that runs no code.
  await page.goto('/robots.txt')
  await page.evaluate((entries) => Object.assign(localStorage, entries), storage)
  await page.goto(address)
}
