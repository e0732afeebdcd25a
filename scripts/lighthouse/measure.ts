import { launch } from 'chrome-launcher'
import lighthouse, { type Flags } from 'lighthouse'
import { CHROMIUM, findProgram } from '../programs.ts'
import type { Figures, Goal } from './goals.ts'

/** Lighthouse's own default for a phone. */
export const USUAL_SLOWDOWN = 4

export interface Measured {
  figures: Figures
  /**
   * How fast this machine is by Lighthouse's own measure. The same slowdown asks more of a page on
   * a slow machine: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
   */
  benchmarkIndex: number
}

export interface Browser {
  port: number
  close(): void
}

/** Debian's headless Chromium, for Lighthouse and for the login. */
export async function openBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  const chrome = await launch({
    chromePath: findProgram(CHROMIUM),
    chromeFlags: ['--headless=new', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  return { port: chrome.port, close: () => chrome.kill() }
}

/**
 * Measures a page once with Lighthouse's settings for a phone.
 * @param slowdown how many times slower the processor is made
 * @throws when Lighthouse could not measure it
 */
export async function measure(
  browser: Browser,
  url: string,
  goal: Goal,
  slowdown: number,
): Promise<Measured> {
  const flags: Flags = {
    port: browser.port,
    logLevel: 'error',
    onlyCategories: [
      'performance',
      'accessibility',
      'best-practices',
      ...(goal.isListed ? ['seo'] : []),
    ],
    throttling: { cpuSlowdownMultiplier: slowdown },
  }
  const result = await lighthouse(url, flags)
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  if (new URL(lhr.finalDisplayedUrl).pathname !== goal.path) {
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
  }

  const score = (name: string): number => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const value = (name: string): number => {
    const { numericValue } = lhr.audits[name] ?? {}
    if (numericValue === undefined) throw new Error(`${url}: there is no ${name}`)
    return numericValue
  }
  const figures = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: goal.isListed ? score('seo') : null,
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
  return { figures, benchmarkIndex: lhr.environment.benchmarkIndex }
}
