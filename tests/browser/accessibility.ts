import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** Half the size of the package's own, which each page would have to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Brings axe with every page that is loaded from now on, where most of them are looked at. */
export const loadWithAxe = (page: Page) => page.addInitScript({ content: AXE })

/** What of axe's rules is checked, where that is not all of them. */
const PARTS = {
  /** All that another theme can break. */
  colors: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  /** Landmarks are the program's. */
  'within a mail program': {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  },
} as const satisfies Record<string, RunOptions['runOnly']>

/**
 * No violation of WCAG 2.2 A and AA, nor of axe's best practices, in the page as it stands.
 * @param only where everything else was looked at in the other theme, or is not the page's
 */
export async function expectAccessible(
  page: Page,
  state: string,
  only?: keyof typeof PARTS,
): Promise<void> {
  const options: RunOptions = {
    // Of what is in order there is no need to write down where it is.
    resultTypes: ['violations'],
    // Frames have no axe, and it would wait for them.
    iframes: false,
    // Style sheets and media, which would be fetched again: no rule that applies reads them.
    preload: false,
    ...(only && { runOnly: { type: PARTS[only].type, values: [...PARTS[only].values] } }),
  }
  let found = await page.evaluate(findViolations, options)
  if (!found) {
    // The page has been loaded anew since the last look.
    await page.evaluate(AXE)
    found = await page.evaluate(findViolations, options)
  }
  expect(found, state).toEqual([])
}

/** Runs in the page; undefined where axe is not loaded. */
async function findViolations(options: RunOptions) {
  if (!('axe' in window)) return undefined
  // Contrast is judged on what has arrived, not on what is still fading in.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  // What a dialog covers cannot be used, and was looked at before.
  const [dialog] = document.querySelectorAll(':modal')
  const { violations } = await (window.axe as typeof axe).run(dialog ?? document, options)
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))
}

/** Nothing sticks out sideways, of the window, a card or a dialog (WCAG 2.2, 1.4.10 Reflow). */
export async function expectFits(page: Page, state: string): Promise<void> {
  // Charts are drawn again once they know their new width.
  await expect.poll(() => page.evaluate(findOverflow), { message: state }).toEqual([])
}

/** Runs in the page: what is wider than its frame, once a new width may have made a table a list. */
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
