import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BenchSites, settings, untilIdle } from './bench-site.ts'
import { take } from './clinic.ts'
import { ASKING, firstMessage, MEASURED, part, spawnOn } from './cores.ts'
import { type Goals, median, table, whole } from './report.ts'
import { exchangeSessions, type LoadRequest, SEPARATOR, stripeEvents, toWire } from './requests.ts'

const run = promisify(execFile)

const SCRIPT = join(import.meta.dirname, 'requests.lua')
const CONNECTIONS = 50

/** More than the site books in a second, as long as there are free times. */
const MOST_BOOKINGS_PER_SECOND = 3_000
const MOST_BOOKING_SECONDS = 2

/** What is measured, its reference, and the goal for the ratio, if any. */
const RATIOS: readonly [name: string, reference: string, goal?: number][] = [
  ['GET /available, few appointments', 'A for GET /available', 0.25],
  ['GET /available, nothing cached', 'A for GET /available'],
  ['GET /available, many appointments', 'GET /available, few appointments', 0.9],
  ['GET /appointments, few', 'A for GET /appointments'],
  ['GET /appointments, many', 'A for GET /appointments'],
  ['POST /appointments', 'B', 0.5],
  ['home page', 'A for the home page', 0.3],
  ['PUT /users/{email}', 'A for GET /available'],
  ['POST /webhooks/stripe', 'B', 0.5],
]

/**
 * Requests per second under load.
 * @param seconds of each measurement
 */
export async function createThroughput(sites: BenchSites, seconds: number) {
  const { few, smallSite, largeSite, uncached, bare, bookings } = sites
  const { days, own, home } = sites.asked
  const sessions = await exchangeSessions(smallSite.url)
  const ask = (url: string, requests: readonly LoadRequest[]) =>
    requestsPerSecond(url, requests, seconds)
  const bookingSeconds = Math.min(seconds, MOST_BOOKING_SECONDS)

  const subjects: Record<string, () => Promise<number>> = {
    'A for GET /available': () => ask(bare.url, bare.asked.days),
    'GET /available, few appointments': () => ask(smallSite.url, days),
    'GET /available, many appointments': () => ask(largeSite.url, days),
    'GET /available, nothing cached': () => ask(uncached, days),
    'A for GET /appointments': () => ask(bare.url, bare.asked.own),
    'GET /appointments, few': () => ask(smallSite.url, own),
    'GET /appointments, many': () => ask(largeSite.url, own),
    'A for the home page': () => ask(bare.url, bare.asked.home),
    'home page': () => ask(smallSite.url, home),
    'PUT /users/{email}': () => ask(smallSite.url, sessions),
    'POST /webhooks/stripe': () => ask(smallSite.url, stripeEvents(few, seconds * 3_000)),
    B: replayBookings,
    'POST /appointments': () =>
      requestsPerSecond(
        smallSite.url,
        take(bookings, bookingSeconds * MOST_BOOKINGS_PER_SECOND),
        bookingSeconds,
      ),
  }
  const rounds: Record<string, number>[] = []

  return {
    /** Measures everything once. Round 0 is a warm-up and does not count. */
    async measure(round: number): Promise<void> {
      const rates: Record<string, number> = {}
      // The order alternates, because a machine may speed up or slow down during a round.
      const inTurn = Object.entries(subjects)
      for (const [name, rate] of round % 2 ? inTurn : inTurn.toReversed()) {
        rates[name] = await rate()
        await untilIdle(few)
        console.error(`round ${round}  ${name}  ${whole(rates[name])}/s`)
      }
      if (round > 0) rounds.push(rates)
    },

    /** Tables of the rounds' medians. */
    report(goals: Goals): string {
      const rates = Object.keys(subjects).map((name) => [
        name,
        whole(median(rounds.map((round) => round[name] ?? 0))),
      ])
      const ratios = RATIOS.map(([name, reference, goal]) => {
        // Ratios within a round are independent of the machine's speed.
        const ratio = median(rounds.map((round) => (round[name] ?? 0) / (round[reference] ?? 0)))
        if (goal !== undefined) goals.atLeast(`${name} : ${reference}`, ratio, goal)
        return [`${name} : ${reference}`, ratio.toFixed(2)]
      })
      return [
        table(['50 connections, one core', 'per second'], rates),
        table(['ratio', 'measured'], ratios),
      ].join('\n\n')
    },
  }

  async function replayBookings(): Promise<number> {
    const child = spawnOn(MEASURED, part('booking-loop.ts'), { env: settings(sites.untouched) })
    return (await firstMessage<{ perSecond: number }>(child)).perSecond
  }
}

/**
 * How many requests per second a server answers when 50 connections send without a pause.
 * @param url scheme, host and port
 * @throws when a response is not 2xx
 */
export async function requestsPerSecond(
  url: string,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<number> {
  const file = join(tmpdir(), `sprout-load-${process.pid}-${Date.now()}`)
  writeFileSync(file, requests.map((request) => toWire(request) + SEPARATOR).join(''))
  try {
    const { stdout } = await run('taskset', [
      ...['-c', String(ASKING), 'wrk'],
      ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '30s'],
      ...['-s', SCRIPT, url, '--', file],
    ])
    const bad = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.+)/.exec(stdout)
    if (bad) throw new Error(`${requests[0]?.method} ${requests[0]?.path}: ${bad[0]}`)
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  } finally {
    rmSync(file)
  }
}
