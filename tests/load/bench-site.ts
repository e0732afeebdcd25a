import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseFile } from '#drizzle/client.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { isAtRest } from '../support/rest.ts'
import { freePorts, SITE } from '../support/running-site.ts'
import { SITE_ENVIRONMENT, SITE_FLAGS } from '../support/site-flags.ts'
import { HORIZON_DAYS, JWT_SECRET } from './clinic.ts'
import { end, MEASURED, spawnOn } from './cores.ts'
import type { LoadRequest } from './requests.ts'
import type { ThreadWork } from './watch-thread.ts'

const WATCH_THREAD = join(import.meta.dirname, 'watch-thread.ts')

const SERVER = join(import.meta.dirname, '..', '..', SITE)

/** The built site on the measured core, with its rate limits, headers and logs. */
export interface BenchSite {
  url: string
  /** From the start of the process until `/readyz` responds 200, in milliseconds. */
  readyAfterMs: number
  /** Resident memory, in MB (10^6 bytes). */
  memory(): number
  /** CPU time of the main thread since its start, in milliseconds. */
  cpuMs(): number
  /** Work of the main thread, if it is watched. */
  work(): Promise<ThreadWork>
  stop(): Promise<void>
}

/** The sites and servers to measure. */
export interface BenchSites {
  /** The data folder of a clinic with few appointments; each round adds bookings. */
  few: string
  smallSite: BenchSite
  /** Requests that book its free times. */
  bookings: Iterator<LoadRequest>
  /** A copy of that folder from before the bookings, so that the reference can book the same times. */
  untouched: string
  /** A site with many appointments. */
  largeSite: BenchSite
  /** URL of a site that caches nothing. */
  uncached: string
  asked: Asked
  bare: Bare
}

/** The environment of a measured process. */
export function settings(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...SITE_ENVIRONMENT,
    NODE_ENV: 'production',
    SPROUT_DEMO: '1',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    JWT_SECRET,
    TRUST_PROXY: 'loopback',
    BOOKING_HORIZON_DAYS: String(HORIZON_DAYS),
    // The benchmark's patients have more appointments than the limits allow, and no accounts at the
    // provider.
    UNPAID_APPOINTMENTS: '0',
    UNPAID_APPOINTMENTS_UNVERIFIED: '0',
    ACCOUNT_CHECK_SECONDS: '0',
    // Emails of the booked times take minutes to send; at full rate they would slow down the next
    // measurement.
    MAIL_PER_SECOND: '1',
  }
}

export async function startBenchSite(
  dataDir: string,
  { watchesThread = false } = {},
): Promise<BenchSite> {
  const ports = await freePorts()
  const env = { ...settings(dataDir) }
  for (const [name, port] of Object.entries(ports)) env[name] = String(port)
  const url = `http://127.0.0.1:${ports.PORT}`
  const began = performance.now()
  const watching = watchesThread ? ['--import', WATCH_THREAD] : []
  const command = [process.execPath, ...SITE_FLAGS, ...watching, SERVER] as const
  const child = spawnOn(MEASURED, command, { env, quiet: true })
  await untilReady(child, url)
  const readyAfterMs = performance.now() - began
  return {
    url,
    readyAfterMs,
    memory: () => memoryOf(child.pid),
    cpuMs: () => {
      const stat = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8')
      return Number(stat.split(' ')[0]) / 1e6
    },
    work: () => {
      const answer = once(child, 'message').then(([work]) => work as ThreadWork)
      child.send('work')
      return answer
    },
    stop: () => end(child),
  }
}

/** Resident memory of a process, in MB (10^6 bytes). */
export function memoryOf(pid: number | undefined): number {
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kB) * 1024) / 1e6
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let ended = false
  void once(child, 'exit').then(() => {
    ended = true
  })
  while (!(await isReady(url))) {
    if (ended) throw new Error('The site ended before it was ready.')
    await wait(5)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

const POLL_MS = 100

/**
 * Resolves when the site on this data has handled every event, so that one measurement does not slow down
 * the next.
 */
export async function untilIdle(dataDir: string): Promise<void> {
  const db = openForTest(databaseFile(dataDir))
  try {
    while (!isAtRest(db)) await wait(POLL_MS)
  } finally {
    db.$client.close()
  }
}

/**
 * Resolves when the site is nearly idle. After years of data were added at once, it first catches up on
 * reminders and the comparison with Stripe, which takes most of a minute.
 */
export async function untilAtRest({ cpuMs }: BenchSite): Promise<void> {
  const SPAN_MS = 2_000
  let computed = Number.POSITIVE_INFINITY
  while (computed > SPAN_MS / 20) {
    const before = cpuMs()
    await wait(SPAN_MS)
    computed = cpuMs() - before
  }
}

const WEBHOOK_BYTES = 1_800

type Measured = 'days' | 'own' | 'home'

/** Calls that are compared with bare Fastify. */
export type Asked = Record<Measured, readonly LoadRequest[]>

interface Bare {
  url: string
  /** For each call, one whose response has the same size. */
  asked: Asked
  /** Inserts a row of the size of a webhook. */
  written: readonly LoadRequest[]
}

/** The size of the site's response to each call, in bytes. */
export async function sizesOf(
  siteUrl: string,
  { days, own, home }: Asked,
): Promise<Record<Measured, number>> {
  return {
    days: await sizeOf(siteUrl, days[0]),
    own: await sizeOf(siteUrl, own[0]),
    home: await sizeOf(siteUrl, home[0]),
  }
}

/** Requests to bare Fastify (`constant-server.ts`) for responses of these sizes. */
export function askBare(url: string, sizes: Record<Measured, number>): Bare {
  const ask = (size: number): LoadRequest[] => [{ method: 'GET', path: `/${size}` }]
  return {
    url,
    asked: { days: ask(sizes.days), own: ask(sizes.own), home: ask(sizes.home) },
    written: [{ method: 'POST', path: '/row', body: JSON.stringify('x'.repeat(WEBHOOK_BYTES)) }],
  }
}

async function sizeOf(url: string, one?: LoadRequest): Promise<number> {
  if (!one) return 0
  // `fetch` accepts compressed responses by default; the load generator does not.
  const headers = { 'accept-encoding': 'identity', ...one.headers }
  const response = await fetch(url + one.path, { headers })
  if (!response.ok) throw new Error(`${one.path} responded ${response.status}`)
  const length = response.headers.get('content-length')
  return Number(length ?? (await response.arrayBuffer()).byteLength)
}
