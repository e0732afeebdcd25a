import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** The minified build: every page parses it, and it is half the size. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe with every page from now on. */
export const loadWithAxe = (page: Page) => page.addInitScript({ content: AXE })

/** Subsets of axe's rules. */
const PARTS = {
  /** Everything that can differ between themes. */
  colors: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  /** The mail program provides the landmarks, so best practices are left out. */
  'within a mail program': {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  },
} as const satisfies Record<string, RunOptions['runOnly']>

/**
 * Expects no violation of WCAG 2.2 A and AA or of axe's best practices on the page.
 * @param only a subset, if the other theme has been checked in full or the page is not ours
 */
export async function expectAccessible(
  page: Page,
  state: string,
  only?: keyof typeof PARTS,
): Promise<void> {
  const options: RunOptions = {
    // Skips the details of rules that passed.
    resultTypes: ['violations'],
    // Axe is not loaded in frames, and would wait for them.
    iframes: false,
    // Avoids fetching style sheets and media again, which no enabled rule reads.
    preload: false,
    ...(only && { runOnly: { type: PARTS[only].type, values: [...PARTS[only].values] } }),
  }
  let found = await page.evaluate(findViolations, options)
  if (!found) {
    // The page was reloaded since the last check.
    await page.evaluate(AXE)
    found = await page.evaluate(findViolations, options)
  }
  expect(found, state).toEqual([])
}

/** Runs in the page; undefined if axe is not loaded. */
async function findViolations(options: RunOptions) {
  if (!('axe' in window)) return undefined
  // Checks contrast after fade-ins have ended.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  // What a dialog covers cannot be used, and was checked before it opened.
  const [dialog] = document.querySelectorAll(':modal')
  const { violations } = await (window.axe as typeof axe).run(dialog ?? document, options)
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))
}

/** Expects no horizontal overflow of the window, a card or a dialog (WCAG 2.2, 1.4.10 Reflow). */
export async function expectFits(page: Page, state: string): Promise<void> {
  // Charts redraw once they know their new width.
  await expect.poll(() => page.evaluate(findOverflow), { message: state }).toEqual([])
}

/** Runs in the page: finds overflow, after tables have had time to become lists at the new width. */
async function findOverflow() {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const frames = [document.documentElement, ...document.querySelectorAll('.leaf, .leaf-end')]
  return frames
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent, scrollWidth, clientWidth }) => ({
      text: textContent?.slice(0, 60),
      scrollWidth,
      clientWidth,
    }))
}
