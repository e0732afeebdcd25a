import { rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { newParent, signUp } from '../../tests/browser/visitor.ts'
import { startSite } from '../../tests/support/running-site.ts'
import { readArguments, readCount, refuseArguments } from '../arguments.ts'
import { buildAllIfStale } from '../build-all.ts'
import { CHROMIUM, installMissing } from '../programs.ts'
import { type Figures, GOALS, type Goal, median, missed } from './goals.ts'
import { type Browser, measure, openBrowser, USUAL_SLOWDOWN } from './measure.ts'

// Measures the pages as on a phone, with the processor as slow as Lighthouse has it and twice as
// slow, prints the medians, and fails when a goal is missed. The figures are of this machine:
// nothing else should run on it meanwhile.

const USAGE = `Usage:
  npm run lighthouse --
    --runs 1        instead of 5, for a quick look
    --only /login   this page only; may be given again`

const SLOWDOWNS = [USUAL_SLOWDOWN, 2 * USUAL_SLOWDOWN]

const { values } = readArguments(USAGE, {
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string', multiple: true } },
})
const runs = readCount(USAGE, values.runs)
const goals = GOALS.filter(({ path }) => values.only?.includes(path) ?? true)
if (goals.length === 0) refuseArguments(USAGE)

installMissing([CHROMIUM])
await buildAllIfStale()
const site = await startSite({ env: { RATE_LIMIT: 'off', LOG_LEVEL: 'warn', SITE_URL: '' } })
const browser = await openBrowser()
try {
  await site.identityReady()
  const rows: string[][] = []
  const indexes: number[] = []
  let isSignedIn = false
  // Logged-in users are redirected from the login page.
  for (const goal of goals.toSorted((a, b) => Number(a.isSignedIn) - Number(b.isSignedIn))) {
    if (goal.isSignedIn && !isSignedIn) await signIn(browser, site.url)
    isSignedIn = goal.isSignedIn
    for (const slowdown of SLOWDOWNS) {
      const measured: Figures[] = []
      for (let run = 0; run < runs; run += 1) {
        const once = await measure(browser, site.url + goal.path, goal, slowdown)
        measured.push(once.figures)
        indexes.push(once.benchmarkIndex)
      }
      const figures = median(measured)
      const misses = missed(figures, goal)
      if (misses.length > 0) process.exitCode = 1
      rows.push(rowOf(goal, slowdown, figures, misses))
    }
  }
  print(rows)
  const [slowest, fastest] = [Math.min(...indexes), Math.max(...indexes)].map(Math.round)
  console.log(`\nLighthouse’s index of this machine meanwhile: ${slowest} to ${fastest}`)
} finally {
  browser.close()
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
}

/** Leaves a session in the browser's storage for the pages that need one. */
async function signIn({ port }: Browser, baseURL: string): Promise<void> {
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = connection.contexts()
  if (!context) throw new Error('The browser has no context to sign in')
  const page = await context.newPage()
  await page.goto(`${baseURL}/signup`)
  const account = newParent()
  await signUp(page, account)
  await page.getByRole('button', { name: `Account menu for ${account.name}` }).waitFor()
  await page.close()
  await connection.close()
}

function rowOf(
  { path, isListed }: Goal,
  slowdown: number,
  { performance, accessibility, bestPractices, seo, lcp, tbt, cls }: Figures,
  misses: readonly string[],
): string[] {
  const search = isListed ? String(seo) : 'not listed'
  return [
    `${path} ×${slowdown}`,
    String(performance),
    String(accessibility),
    String(bestPractices),
    search,
    `${(lcp / 1000).toFixed(2)} s`,
    `${Math.round(tbt)} ms`,
    cls.toFixed(3),
    misses.length > 0 ? `missed: ${misses.join(', ')}` : 'met',
  ]
}

function print(rows: readonly string[][]): void {
  const head = ['page', 'perf', 'a11y', 'best', 'SEO', 'LCP', 'TBT', 'CLS', 'goals']
  const all = [head, head.map(() => '---'), ...rows]
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')
  console.log(`Median of ${runs}\n\n${all.map((row) => `| ${line(row)} |`).join('\n')}`)
}
