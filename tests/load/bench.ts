import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import { readArguments, readCount, refuseArguments } from '#scripts/arguments.ts'
import { buildAllIfStale } from '#scripts/build/build-all.ts'
import { HEADLESS_CHROMIUM, installMissing, REDIS, TASKSET, WRK } from '#scripts/programs.ts'
import { startRedisServer } from '#workers/testing/redis-server.ts'
import { SITE_FLAGS } from '../support/site-flags.ts'
import { APPOINTMENTS, measureAgendaScreen } from './agenda-screen.ts'
import {
  askBare,
  type BenchSite,
  type BenchSites,
  settings,
  sizesOf,
  startBenchSite,
  untilAtRest,
  untilIdle,
} from './bench-site.ts'
import {
  bookFreeTimes,
  deskStorage,
  fillClinic,
  openAgendas,
  requestAgenda,
  requestDays,
  requestHome,
  requestOwnAppointments,
  take,
} from './clinic.ts'
import { ASKING, end, firstMessage, MEASURED, part, spawnOn } from './cores.ts'
import { LARGE } from './costs/furnish.ts'
import type { DayStreamMessage, OpenPages } from './day-streams.ts'
import { createLatency } from './latency.ts'
import { fillCosts, measureCosts } from './measure-costs.ts'
import { measureMovingIn } from './moving-in.ts'
import { measureReceipts } from './receipts.ts'
import { createGoals, median, table, whole } from './report.ts'
import type { MeasuredScreens, OpenScreens } from './streams.ts'
import { createThroughput, requestsPerSecond } from './throughput.ts'

// The whole site beside two references, bare Fastify (A) and better-sqlite3 (B). They are measured
// alternately: only ratios within one run are comparable.

const USAGE = `Usage:
  npm run bench --
    --rounds 1     instead of 4; each uses up 8,100 of the clinic's free times
    --seconds 2    of each measurement, instead of 5
    --many 50000   appointments in the larger of the two clinics, instead of 1000000
    --only costs   what every call costs in a large clinic, and nothing else
    --only reads   the same of what only reads
    --call agenda  of those only the calls whose name contains it
    --only live    how soon open booking pages know of a booking, and nothing else
    --only moving-in  an import beside a working front desk, and nothing else`

const { values } = readArguments(USAGE, {
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '5' },
    many: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    call: { type: 'string' },
  },
})
const ROUNDS = readCount(USAGE, values.rounds)
const SECONDS = readCount(USAGE, values.seconds)
const MANY = readCount(USAGE, values.many)
const PARTS = ['costs', 'reads', 'live', 'moving-in']
if (values.only !== undefined && !PARTS.includes(values.only)) refuseArguments(USAGE)
const FEW = 10_000
const goals = createGoals()

const RESTARTS = 5

/** Open streams of the agenda's changes, and bookings per second that they report. */
const SCREENS = 1_000
const BOOKINGS_PER_SECOND = 50

/** Open booking pages, the days that they show, and the bookings on each day. */
const PAGES = 1_000
const PAGE_DAYS = 10
const PAGE_BOOKINGS = 10

const folder = mkdtempSync(join(tmpdir(), 'sprout-bench-'))
const closers: (() => Promise<unknown>)[] = []
try {
  installMissing(values.only ? [TASKSET] : [REDIS, WRK, TASKSET, HEADLESS_CHROMIUM])
  await buildAllIfStale()
  if (!values.only) await bench()
  if (values.only === undefined || values.only === 'live') await liveTimes()
  if (values.only === undefined || values.only === 'moving-in') {
    say(await measureMovingIn(folder, goals))
  }
  if (values.only !== 'live' && values.only !== 'moving-in') await costs()
  say(goals.table())
} finally {
  for (const close of closers.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

async function bench(): Promise<void> {
  const sites = await startSites()
  const throughput = await createThroughput(sites, SECONDS)
  const latency = createLatency(sites, SECONDS)
  await throughput.measure(0)
  for (let round = 1; round <= ROUNDS; round += 1) {
    await throughput.measure(round)
    await latency.measure(round)
  }
  say(throughput.report(goals))
  say(latency.report())
  await streams(sites)
  await agenda(sites)
  await memory(sites.smallSite)
  // Last, because its worker thread holds memory until it is idle.
  await receipts(sites)
  await restart(sites.few)
  await jobs()
}

async function startSites(): Promise<BenchSites> {
  const few = join(folder, 'few')
  const untouched = join(folder, 'untouched')
  const many = join(folder, 'many')
  say(`Filling a clinic with ${whole(FEW)} appointments and one with ${whole(MANY)}…`)
  fillClinic(few, FEW)
  cpSync(few, untouched, { recursive: true })
  fillClinic(many, MANY)
  const [smallSite, largeSite] = [await start(few), await start(many)]
  // With the memory limits of the site.
  const [node, ...uncachedSite] = part('uncached-site.ts')
  const uncached = await startPart([node, ...SITE_FLAGS, ...uncachedSite], settings(few))
  const asked = { days: requestDays(), own: requestOwnAppointments(), home: requestHome() }
  const sizes = await sizesOf(smallSite.url, asked)
  const bareUrl = await startPart(
    part('constant-server.ts', join(folder, 'bare'), ...Object.values(sizes).map(String)),
  )
  const bare = askBare(bareUrl, sizes)
  const bookings = bookFreeTimes(few)
  return { few, smallSite, bookings, untouched, largeSite, uncached, asked, bare }
}

/** How soon the screens of the front desk show a booking, and what each screen costs. */
async function streams({ smallSite, bookings, few }: BenchSites): Promise<void> {
  const before = smallSite.memory()
  const child = spawnOn(ASKING, part('streams.ts'))
  const work: OpenScreens = {
    url: smallSite.url,
    screens: openAgendas(SCREENS),
    bookings: take(bookings, SECONDS * BOOKINGS_PER_SECOND),
    bookingsPerSecond: BOOKINGS_PER_SECOND,
  }
  child.send(work)
  await firstMessage(child)
  const each = ((smallSite.memory() - before) * 1000) / SCREENS
  const measured = await firstMessage<MeasuredScreens>(child)
  child.disconnect()
  await untilIdle(few)
  if (measured.missed > 0) throw new Error(`${measured.missed} updates of the agenda were missed`)
  goals.below(`booking seen by ${whole(SCREENS)} screens, p99`, measured.p99, 2_000, 'ms')
  const figures = [measured.p50, measured.p99, measured.max, each].map((figure) =>
    figure.toFixed(0),
  )
  say(
    table(
      [`${whole(SCREENS)} open screens`, 'p50 ms', 'p99 ms', 'max ms', 'kB each'],
      [['', ...figures]],
    ),
  )
}

/** How soon open booking pages show that a time of their day is booked. */
async function liveTimes(): Promise<void> {
  const clinic = join(folder, 'live')
  fillClinic(clinic, FEW)
  const site = await start(clinic)
  const days = Map.groupBy(take(bookFreeTimes(clinic), PAGE_DAYS * 100), ({ body = '' }) => {
    const { date }: { date: string } = JSON.parse(body)
    return date
  })
  const bookings = [...days].map(([date, all]) => [date, all.slice(0, PAGE_BOOKINGS)] as const)
  const child = spawnOn(ASKING, part('day-streams.ts'))
  const work: OpenPages = { url: site.url, pages: PAGES, bookings }
  child.send(work)
  const { p50, p99, max, missed } = await firstMessage<DayStreamMessage>(child)
  if (missed > 0) throw new Error(`${missed} open pages missed a booking`)
  goals.below(`booking seen by ${whole(PAGES)} open pages, p99`, p99, 2_000, 'ms')
  const figures = [p50, p99, max].map((figure) => figure.toFixed(0))
  say(table([`${whole(PAGES)} open pages`, 'p50 ms', 'p99 ms', 'max ms'], [['', ...figures]]))
}

/** How long the front desk waits for a day, without and with a million other appointments. */
async function agenda({ smallSite, largeSite }: BenchSites): Promise<void> {
  const { path, headers } = requestAgenda()
  const rows: string[][] = []
  for (const [name, { url }] of Object.entries({ few: smallSite, many: largeSite })) {
    const took: number[] = []
    let entries = 0
    for (let round = 0; round < 100; round += 1) {
      const start = performance.now()
      const response = await fetch(url + path, { headers })
      const day = (await response.json()) as Agenda
      took.push(performance.now() - start)
      entries = day.entries.length
    }
    const p50 = median(took)
    goals.below(`a day of ${entries} appointments at the front desk, ${name}, p50`, p50, 20, 'ms')
    rows.push([name, whole(entries), p50.toFixed(1)])
  }
  say(table(['GET /agenda', 'appointments', 'p50 ms'], rows))
  const busy = await measureAgendaScreen(smallSite.url, deskStorage())
  goals.below(`a day of ${APPOINTMENTS} appointments on the screen, longest task`, busy, 100, 'ms')
}

/** How long a receipt's PDF takes, and for how long it delays other requests. */
async function receipts({ smallSite }: BenchSites): Promise<void> {
  const { first, p50, others } = await measureReceipts(smallSite.url)
  const figures = [first, p50, others].map((figure) => figure.toFixed(1))
  say(table(['receipts', 'first PDF ms', 'p50 ms', 'longest other ms'], [['', ...figures]]))
}

/** What every call costs in a clinic with many appointments. */
async function costs(): Promise<void> {
  const dataDir = join(folder, 'costs')
  say(
    `Filling a clinic with ${whole(LARGE.appointments)} appointments and all else that calls read…`,
  )
  await fillCosts(dataDir)
  const site = await startBenchSite(dataDir, { watchesThread: true })
  closers.push(site.stop)
  await untilAtRest(site)
  const measured = { call: values.call, readsOnly: values.only === 'reads' }
  say(await measureCosts({ ...site, dataDir }, measured, goals))
}

/** Memory over at least 100,000 more requests. */
async function memory({ url, memory: read }: BenchSite): Promise<void> {
  const before = read()
  const rows: string[][] = [['before', whole(before)]]
  let answered = 0
  while (answered < 100_000) {
    answered += SECONDS * (await requestsPerSecond(url, requestDays(), SECONDS))
    rows.push([`after ${whole(answered)} requests`, whole(read())])
  }
  goals.below('memory', read(), 230, 'MB')
  goals.below('memory grows over 100,000 requests by', read() - before, 10, 'MB')
  say(table(['memory', 'MB'], rows))
}

/** How long a site takes to start on existing data. */
async function restart(dataDir: string): Promise<void> {
  const readyAfterMs: number[] = []
  for (let time = 0; time < RESTARTS; time += 1) {
    const site = await startBenchSite(dataDir)
    readyAfterMs.push(site.readyAfterMs)
    await site.stop()
  }
  goals.below('ready after a restart', median(readyAfterMs), 2_000, 'ms')
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

/** Starts a process that sends its URL, and stops it at the end. */
async function startPart(
  command: [program: string, ...args: string[]],
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawnOn(MEASURED, command, { env, quiet: true })
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
