import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { users } from '#drizzle/schema/index.ts'
import { logIn } from '#tests/browser/visitor.ts'
import { type RunningSite, startSite } from '#tests/support/running-site.ts'
import { freePort } from '#workers/testing/free-port.ts'
import { readArguments, readCount, refuseArguments } from './arguments.ts'
import { buildAllIfStale } from './build/build-all.ts'
import { CHROMIUM_FLAGS, findProgram, HEADLESS_CHROMIUM, installMissing } from './programs.ts'

// Bombadil presses buttons and links on a demonstration site, role by role, and checks every state
// against tests/explore/properties.ts. Exit code 1 when a property is violated or the server fails.

const ROLES = ['visitor', 'parent', 'staff', 'admin'] as const
type Role = (typeof ROLES)[number]

const USAGE = `Usage:
  npm run explore --
    --seconds 60   for each role
    --role ROLE    only this one, and may be given again: ${ROLES.join(', ')}
    --phone        390 pixels wide instead of 1280
    --replay FILE  the steps of a trace, on a new site, instead of others; needs one --role`

const PROJECT = join(import.meta.dirname, '..')
const SPECIFICATION = join(PROJECT, 'tests', 'explore', 'properties.ts')
const OUT = join(PROJECT, 'test-results', 'explore')

/** Time for Bombadil to start and report, in addition to the time for exploring. */
const GRACE_MS = 20_000
/** Bombadil may stall. */
const MOST_ATTEMPTS = 3
const RESPONSIVE_MS = 10_000

const PARENT = { email: 'parent@example.com', password: 'parent123' }
const ADMIN = { email: 'admin@example.com', password: 'admin123' }
type Account = typeof PARENT
type Visit = Awaited<ReturnType<typeof arrive>>

const { values } = readArguments(USAGE, {
  options: {
    seconds: { type: 'string', default: '60' },
    role: { type: 'string', multiple: true },
    phone: { type: 'boolean' },
    replay: { type: 'string' },
  },
})
const seconds = readCount(USAGE, values.seconds)
const roles = ROLES.filter((role) => values.role?.includes(role) ?? true)
if (roles.length !== (values.role?.length ?? ROLES.length)) refuseArguments(USAGE)
if (values.replay !== undefined && roles.length !== 1) refuseArguments(USAGE)

installMissing([HEADLESS_CHROMIUM])
await buildAllIfStale()
let failed = 0
let next: Promise<Visit> | undefined
for (const [index, role] of roles.entries()) {
  const visit = await (next ?? arrive(role))
  const after = roles[index + 1]
  // Prepared while this role is explored, which leaves half of two cores idle.
  next = after && arrive(after)
  // A failure is reported where it is awaited, after this role's site has stopped.
  next?.catch(() => undefined)
  const problems = await explore(visit)
  for (const problem of problems) console.error(`${role}: ${problem}`)
  console.log(`${role}: ${problems.length === 0 ? 'nothing found' : 'see above'}`)
  failed += problems.length
}
process.exit(failed === 0 ? 0 : 1)

/** Starts a site, and a browser that is logged in to it with the role. */
async function arrive(role: Role) {
  const site = await startSite({
    env: { RATE_LIMIT: 'off', LOG_LEVEL: 'error', DEMO_DATA: 'on' },
  })
  const profile = mkdtempSync(join(tmpdir(), 'sprout-explore-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findProgram(HEADLESS_CHROMIUM) ?? '',
    args: [`--remote-debugging-port=${port}`, '--disable-background-networking', ...CHROMIUM_FLAGS],
  })
  const leave = async () => {
    // Bombadil may have closed it already.
    await browser.close().catch(() => undefined)
    await site.stop()
    rmSync(site.dataDir, { recursive: true, force: true })
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    await browser.addInitScript(stayHere)
    await site.identityReady()
    if (role !== 'visitor') {
      const page = await browser.newPage()
      await logInOn(site, page, role === 'admin' ? ADMIN : PARENT)
      if (role === 'staff') {
        makeStaff(PARENT.email, site.dataDir)
        await page.evaluate(() => localStorage.clear())
        await logInOn(site, page, PARENT)
      }
      await page.close()
    }
  } catch (error) {
    await leave()
    throw error
  }
  return { role, site, browser, port, leave }
}

/**
 * Explores; if Bombadil stalls, again on another site.
 * @returns what is wrong
 */
async function explore(visit: Visit): Promise<string[]> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const found = await exploreOnce(attempt === 1 ? visit : await arrive(visit.role))
    if (found) return found
    console.log(`${visit.role}: Bombadil stalled on a page that responds`)
  }
  return [`Bombadil stalled ${MOST_ATTEMPTS} times`]
}

/** @returns what is wrong; null when Bombadil stalled */
async function exploreOnce({ role, site, browser, port, leave }: Visit): Promise<string[] | null> {
  try {
    const start = role === 'visitor' ? '/' : '/dashboard'
    const found = await runBombadil(role, site.url + start, port)
    if (!found) return (await isResponsive(browser)) ? null : ['A page no longer responds']
    return [...found, ...(await findServerErrors(site.url)), ...findChargeErrors(site.dataDir)]
  } finally {
    await leave()
  }
}

async function isResponsive(browser: BrowserContext): Promise<boolean> {
  const responses = Promise.allSettled(browser.pages().map((page) => page.title())).then(() => true)
  return Promise.race([responses, wait(RESPONSIVE_MS, false)])
}

/** Runs in the page: a press that comes late may still hit a phone number. */
function stayHere(): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link && link.origin !== location.origin) event.preventDefault()
    },
    { capture: true },
  )
}

async function logInOn(site: RunningSite, page: Page, account: Account): Promise<void> {
  await page.goto(`${site.url}/login`)
  await logIn(page, account)
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
}

/** There is no command that does this; the site reads roles from its database for every request. */
function makeStaff(email: string, dataDir: string): void {
  const db = openDatabase(databaseFile(dataDir))
  db.update(users).set({ role: 'staff' }).where(eq(users.email, email)).run()
  db.$client.close()
}

/** @returns its findings; null when it did not end in time */
async function runBombadil(role: Role, origin: string, port: number): Promise<string[] | null> {
  const { replay } = values
  // Never overwrites the trace that is replayed.
  const out = join(OUT, replay === undefined ? role : `${role}-replay`)
  mkdirSync(out, { recursive: true })
  const program = join(PROJECT, 'node_modules', '.bin', 'bombadil')
  const child = spawn(
    program,
    [
      ...['browser', 'test-external', '--remote-debugger', `http://127.0.0.1:${port}`],
      '--create-target',
      ...(replay === undefined ? ['--time-limit', `${seconds}s`] : ['--reproduce', replay]),
      ...['--width', values.phone ? '390' : '1280', '--height', '800'],
      // Instrumented scripts have other hashes than the site's policy for scripts.
      ...['--instrument-javascript', ''],
      ...['--output-path', out, '--output-path-overwrite', origin, SPECIFICATION],
    ],
    // A process group, because the command starts a program that must end with it.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  let isStalled = false
  const stop = () => {
    isStalled = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const limit = replay === undefined ? setTimeout(stop, seconds * 1000 + GRACE_MS) : undefined
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  clearTimeout(limit)
  if (isStalled) return null
  // Messages about events that are newer than its protocol.
  const lines = said.split('\n').filter((line) => !/WS Invalid message/.test(line))
  const pressed = lines.filter((line) => /^\d\d:\d\d\.\d+ /.test(line)).length
  console.log(`${role}: ${pressed} steps, trace in ${out}`)
  if (code === 0 && pressed > 0) return []
  const width = values.phone ? ' --phone' : ''
  return [
    `Bombadil ended with ${code} after ${pressed} steps:\n${lines.join('\n')}`,
    `the same steps again: npm run explore -- --role ${role}${width} --replay ${join(out, 'trace.jsonl')}`,
  ]
}

/** How many responses were 5xx, by the server's own count. */
async function findServerErrors(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => /_duration_seconds_count\{.*status="5xx"/.test(line))
    .map((line) => `the server failed: ${line}`)
}

/** Whether the charges equal the prices of the appointments. */
function findChargeErrors(dataDir: string): string[] {
  const db = openDatabase(databaseFile(dataDir))
  try {
    return findBookErrors(db)
  } finally {
    db.$client.close()
  }
}
