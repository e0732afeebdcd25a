import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments, readCount } from '../../scripts/arguments.ts'
import { buildAllIfStale } from '../../scripts/build-all.ts'
import { installMissing, REDIS, TASKSET, WRK } from '../../scripts/programs.ts'
import { startRedisServer } from '../../workers/testing/redis-server.ts'
import { type Asked, askBare, type Bare, sizesOf } from './bare-server.ts'
import { type BenchSite, settings, startBenchSite } from './bench-site.ts'
import { bookFreeTimes, fillClinic, lookAtDays, lookAtOwn, readHome, take } from './clinic.ts'
import { requestsPerSecond } from './closed-loop.ts'
import { ASKING, end, firstMessage, MEASURED, spawnOn } from './cores.ts'
import { createGoals } from './goals.ts'
import type { Latencies, OpenLoop } from './open-loop.ts'
import type { LoadRequest } from './request.ts'
import { untilAtRest } from './rest.ts'
import { exchangeSessions } from './session.ts'
import { stripeEvents } from './signed-events.ts'
import { median, table, whole } from './table.ts'

// The whole site beside two references, bare Fastify (A) and better-sqlite3 (B), measured in turns,
// for only the ratios of one run mean anything.

const USAGE = `Usage:
  npm run bench --
    --rounds 1     instead of 4; each books 8,000 of the clinic's free times, or passes them over
    --seconds 2    of each measurement, instead of 5
    --many 50000   appointments in the larger of the two clinics, instead of 1000000`

const { values } = readArguments(USAGE, {
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '5' },
    many: { type: 'string', default: '1000000' },
  },
})
const ROUNDS = readCount(USAGE, values.rounds)
const SECONDS = readCount(USAGE, values.seconds)
const MANY = readCount(USAGE, values.many)
const FEW = 10_000
const goals = createGoals()

/** More than the site answers in a second, and as long as there are times to be booked. */
const MOST_BOOKINGS_PER_SECOND = 4_000
const BOOKING_SECONDS = Math.min(SECONDS, 2)

const RESTARTS = 5

const folder = mkdtempSync(join(tmpdir(), 'sprout-bench-'))
const closers: (() => Promise<unknown>)[] = []
try {
  installMissing([REDIS, WRK, TASKSET])
  await buildAllIfStale()
  await bench()
} finally {
  for (const close of closers.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

async function bench(): Promise<void> {
  const few = join(folder, 'few')
  // Without the bookings that the rounds make, for the reference to book the same.
  const untouched = join(folder, 'untouched')
  const many = join(folder, 'many')
  say(`Filling a clinic with ${whole(FEW)} appointments and one with ${whole(MANY)}…`)
  fillClinic(few, FEW)
  cpSync(few, untouched, { recursive: true })
  fillClinic(many, MANY)
  const [smallSite, largeSite] = [await start(few), await start(many)]
  const uncached = await startPart('uncached-site.ts', [], settings(few))
  const asked = { days: lookAtDays(), own: lookAtOwn(), home: readHome() }
  const sizes = await sizesOf(smallSite.url, asked)
  const bare = askBare(
    await startPart('constant-server.ts', Object.values(sizes).map(String)),
    sizes,
  )
  await closedLoop({ few, untouched, smallSite, largeSite, uncached, asked, bare })
  await openLoop(few, smallSite, bare)
  await memory(smallSite)
  await restart(few)
  await jobs()
  say(goals.table())
}

/** A round of everything, then the next: what the machine does meanwhile meets all alike. */
async function closedLoop({
  few,
  untouched,
  smallSite,
  largeSite,
  uncached,
  asked: { days, own, home },
  bare,
}: {
  few: string
  untouched: string
  smallSite: BenchSite
  largeSite: BenchSite
  uncached: string
  asked: Asked
  bare: Bare
}): Promise<void> {
  const bookings = bookFreeTimes(few)
  const sessions = await exchangeSessions(smallSite.url)
  const ask = (url: string, requests: readonly LoadRequest[]) =>
    requestsPerSecond(url, requests, SECONDS)

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
    'POST /webhooks/stripe': () => ask(smallSite.url, stripeEvents(few, SECONDS * 3_000)),
    B: replayBookings,
    'POST /appointments': () =>
      requestsPerSecond(
        smallSite.url,
        take(bookings, BOOKING_SECONDS * MOST_BOOKINGS_PER_SECOND),
        BOOKING_SECONDS,
      ),
  }
  const rounds: Record<string, number>[] = []
  // The first round is for warming up: a site is compiled for its work while it does it.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rates: Record<string, number> = {}
    // Whatever comes later in a round may find another machine; every other round goes backwards.
    const inTurn = Object.entries(subjects)
    for (const [name, measure] of round % 2 ? inTurn : inTurn.toReversed()) {
      rates[name] = await measure()
      await untilAtRest(few)
      console.error(`round ${round}  ${name}  ${whole(rates[name])}/s`)
    }
    if (round > 0) rounds.push(rates)
  }
  say(
    table(
      ['50 connections, one core', 'per second'],
      Object.keys(subjects).map((name) => [
        name,
        whole(median(rounds.map((rates) => rates[name] ?? 0))),
      ]),
    ),
  )
  const ratios: [name: string, reference: string, goal?: number][] = [
    ['GET /available, few appointments', 'A for GET /available', 0.35],
    ['GET /available, nothing cached', 'A for GET /available', 0.15],
    ['GET /available, many appointments', 'GET /available, few appointments', 0.9],
    ['GET /appointments, few', 'A for GET /appointments'],
    ['GET /appointments, many', 'A for GET /appointments'],
    ['POST /appointments', 'B', 0.5],
    ['home page', 'A for the home page', 0.5],
    ['PUT /users/{email}', 'A for GET /available'],
    ['POST /webhooks/stripe', 'B'],
  ]
  const rows = ratios.map(([name, reference, goal]) => {
    // Of the same round, which the machine's moods leave alone.
    const ratio = median(rounds.map((rates) => (rates[name] ?? 0) / (rates[reference] ?? 0)))
    if (goal !== undefined) goals.atLeast(`${name} : ${reference}`, ratio, goal)
    return [`${name} : ${reference}`, ratio.toFixed(2)]
  })
  say(table(['ratio', 'measured'], rows))

  async function replayBookings(): Promise<number> {
    const child = spawnOn(MEASURED, part('booking-loop.ts'), { env: settings(untouched) })
    return (await firstMessage<{ perSecond: number }>(child)).perSecond
  }
}

async function openLoop(few: string, { url }: BenchSite, bare: Bare): Promise<void> {
  const seconds = Math.max(10, SECONDS * 2)
  const warmUp = { url: bare.url, requests: bare.asked.days, uncountedSeconds: 2 }
  const visited = warmUp.uncountedSeconds + seconds
  const [own, days] = [bookFreeTimes(few), lookAtDays()]
  // Beyond those that were booked in the rounds before.
  take(own, (ROUNDS + 1) * BOOKING_SECONDS * MOST_BOOKINGS_PER_SECOND)
  const together = [
    { name: 'GET /available', perSecond: 1_000, requests: days },
    { name: 'POST /appointments', perSecond: 50, requests: take(own, 50 * visited) },
  ]
  const webhooks = [
    {
      name: 'POST /webhooks/stripe',
      perSecond: 100,
      requests: stripeEvents(few, 100 * visited),
    },
  ]
  const reference = [{ name: 'A', perSecond: 1_000, requests: bare.asked.days }]
  const latencies = [
    ...(await visit({ url, seconds, streams: together, warmUp })),
    ...(await visit({ url, seconds, streams: webhooks, warmUp })),
  ]
  for (const { name, p99, failed } of latencies) {
    goals.below(`${name} at a fixed rate: p99`, failed > 0 ? Infinity : p99, 15, 'ms')
  }
  // What the machine and the asking itself take.
  latencies.push(...(await visit({ url: bare.url, seconds, streams: reference, warmUp })))
  say(
    table(
      ['at a fixed rate', 'a second', 'p50 ms', 'p99 ms', 'max ms', 'failed'],
      latencies.map(({ name, perSecond, p50, p99, max, failed }) => [
        name,
        String(perSecond),
        ...[p50, p99, max].map((ms) => ms.toFixed(1)),
        String(failed),
      ]),
    ),
  )
}

async function visit(work: OpenLoop): Promise<Latencies[]> {
  const child = spawnOn(ASKING, part('open-loop.ts'))
  child.send(work)
  const latencies = await firstMessage<Latencies[]>(child)
  child.disconnect()
  return latencies
}

/** Memory over at least 100,000 requests more. */
async function memory({ url, memory: read }: BenchSite): Promise<void> {
  const before = read()
  const rows: string[][] = [['before', whole(before)]]
  let answered = 0
  while (answered < 100_000) {
    answered += SECONDS * (await requestsPerSecond(url, lookAtDays(), SECONDS))
    rows.push([`after ${whole(answered)} requests`, whole(read())])
  }
  goals.below('memory', read(), 200, 'MB')
  goals.below('memory grows over 100,000 requests by', read() - before, 10, 'MB')
  say(table(['memory', 'MB'], rows))
}

/** Starts a second site on the same data, again and again; what it takes is what a restart takes. */
async function restart(dataDir: string): Promise<void> {
  const readyAfterMs: number[] = []
  for (let time = 0; time < RESTARTS; time += 1) {
    const site = await startBenchSite(dataDir)
    readyAfterMs.push(site.readyAfterMs)
    await site.stop()
  }
  goals.below('ready after a restart', median(readyAfterMs), 1_000, 'ms')
}

async function jobs(): Promise<void> {
  const rows: string[][] = []
  for (const concurrency of [1, 10, 50]) {
    const redis = await startRedisServer({ durable: true })
    const child = spawnOn(MEASURED, part('jobs.ts', redis.url, String(concurrency)))
    const { queue, events } = await firstMessage<{ queue: number; events: number }>(child)
    await redis.remove()
    rows.push([String(concurrency), whole(queue), whole(events)])
  }
  say(table(['jobs at the same time', 'BullMQ alone, per second', 'our events, per second'], rows))
}

function part(file: string, ...args: string[]): [string, ...string[]] {
  return [process.execPath, join(import.meta.dirname, file), ...args]
}

/** Starts a part that tells its URL, and ends it when the benchmark does. */
async function startPart(file: string, args: string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const child = spawnOn(MEASURED, part(file, ...args), { env, quiet: true })
  closers.push(() => end(child))
  return firstMessage<string>(child)
}

async function start(dataDir: string): Promise<BenchSite> {
  const site = await startBenchSite(dataDir)
  closers.push(site.stop)
  return site
}

function say(text: string): void {
  console.log(`\n${text}`)
}
