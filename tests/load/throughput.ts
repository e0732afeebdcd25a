import { type BenchSites, settings } from './bench-site.ts'
import { take } from './clinic.ts'
import { requestsPerSecond } from './closed-loop.ts'
import { firstMessage, MEASURED, part, spawnOn } from './cores.ts'
import type { Goals } from './goals.ts'
import type { LoadRequest } from './request.ts'
import { untilAtRest } from './rest.ts'
import { exchangeSessions } from './session.ts'
import { stripeEvents } from './signed-events.ts'
import { median, table, whole } from './table.ts'

/** More than the site answers in a second, and as long as there are times to be booked. */
const MOST_BOOKINGS_PER_SECOND = 3_000
const MOST_BOOKING_SECONDS = 2

/** Names of what is measured, and of what it is compared with. */
const RATIOS: readonly [name: string, reference: string, goal?: number][] = [
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

/**
 * How much everything answers in a second, when it is asked without a pause.
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
    /** A round of everything. The first only warms up, and is not counted. */
    async measure(round: number): Promise<void> {
      const rates: Record<string, number> = {}
      // Whatever comes later in a round may find another machine: every other goes backwards.
      const inTurn = Object.entries(subjects)
      for (const [name, rate] of round % 2 ? inTurn : inTurn.toReversed()) {
        rates[name] = await rate()
        await untilAtRest(few)
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
        // Of the same round, which the machine's moods leave alone.
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
