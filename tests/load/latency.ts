import type { BenchSites } from './bench-site.ts'
import { take } from './clinic.ts'
import { ASKING, firstMessage, part, spawnOn } from './cores.ts'
import type { Goals } from './goals.ts'
import type { OpenLoop, Stream, Visit, WarmUp } from './open-loop.ts'
import { untilAtRest } from './rest.ts'
import { stripeEvents } from './signed-events.ts'
import { median, table } from './table.ts'

const GOAL_MS = 15

const UNCOUNTED_SECONDS = 2

/**
 * Two cores of which the host takes more than this share are not the two that the goals speak of.
 * What was measured meanwhile is measured again, so many times at most, and the try counts that
 * least was taken from; what its latencies were is not asked.
 */
const QUIET = { stolen: 0.1, tries: 8 }

/** Whom to visit, and the visitors of so many seconds. */
interface Subject {
  url: string
  /** For the p99; a reference has none. */
  goalMs?: number
  streams(seconds: number): Stream[]
}

/**
 * How long visitors wait who come at a fixed rate.
 * @param seconds of each measurement
 */
export function createLatency(sites: BenchSites, seconds: number) {
  const { few, smallSite, asked, bare, bookings } = sites
  const warmUp: WarmUp = {
    url: bare.url,
    requests: bare.asked.days,
    uncountedSeconds: UNCOUNTED_SECONDS,
  }
  const together: Subject = {
    url: smallSite.url,
    goalMs: GOAL_MS,
    streams: (inAll) => [
      { name: 'GET /available', perSecond: 1_000, requests: asked.days },
      { name: 'POST /appointments', perSecond: 50, requests: take(bookings, 50 * inAll) },
    ],
  }
  const webhooks: Subject = {
    url: smallSite.url,
    goalMs: GOAL_MS,
    streams: (inAll) => [
      { name: 'POST /webhooks/stripe', perSecond: 100, requests: stripeEvents(few, 100 * inAll) },
    ],
  }
  // The same of bare Fastify: what the machine, its disk and the asking itself take.
  const bareTogether: Subject = {
    url: bare.url,
    streams: () => [
      { name: 'A, beside rows', perSecond: 1_000, requests: bare.asked.days },
      { name: 'A that keeps rows', perSecond: 50, requests: bare.written },
    ],
  }
  const bareRows: Subject = {
    url: bare.url,
    streams: () => [{ name: 'A that keeps rows, alone', perSecond: 100, requests: bare.written }],
  }
  const subjects = [together, bareTogether, webhooks, bareRows]
  const visits: (Visit & Pick<Subject, 'goalMs'>)[] = []

  return {
    /**
     * A round of everything.
     * @throws when an answer is none of 2xx
     */
    async measure(round: number): Promise<void> {
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        visits.push({ ...(await quietest(round, subject)), goalMs: subject.goalMs })
      }
    },

    /** A table of the rounds' medians, and of the best and the worst round's p99. */
    report(goals: Goals): string {
      const streams = Map.groupBy(
        visits.flatMap(({ latencies, ...visit }) => latencies.map((one) => ({ ...one, ...visit }))),
        ({ name }) => name,
      )
      const rows = [...streams].map(([name, all]) => {
        const p99s = all.map(({ p99 }) => p99)
        const p99 = median(p99s)
        const goalMs = all[0]?.goalMs
        if (goalMs) goals.below(`${name} at a fixed rate: p99`, p99, goalMs, 'ms')
        const figures = [
          median(all.map(({ p50 }) => p50)),
          p99,
          Math.min(...p99s),
          Math.max(...p99s),
          Math.max(...all.map(({ max }) => max)),
          100 * median(all.map(({ stolen }) => stolen)),
        ]
        return [name, String(all[0]?.perSecond), ...figures.map((figure) => figure.toFixed(1))]
      })
      const columns = ['p50 ms', 'p99 ms', 'from', 'to', 'max ms', 'stolen %']
      return [
        table(['at a fixed rate', 'a second', ...columns], rows),
        `Stolen: what the host took of the time with something to do. Over ${100 * QUIET.stolen} % it is`,
        `measured again, ${QUIET.tries} times at most, and the try counts that least was stolen from.`,
      ].join('\n')
    },
  }

  async function quietest(round: number, { url, streams }: Subject): Promise<Visit> {
    const visitors = spawnOn(ASKING, part('open-loop.ts'))
    try {
      let best = await oneTry(warmUp)
      for (let left = QUIET.tries - 1; left > 0 && best.stolen > QUIET.stolen; left -= 1) {
        const again = await oneTry()
        if (again.stolen < best.stolen) best = again
      }
      return best
    } finally {
      visitors.disconnect()
    }

    async function oneTry(first?: WarmUp): Promise<Visit> {
      const inAll = seconds + (first?.uncountedSeconds ?? 0)
      const work: OpenLoop = { url, seconds, streams: streams(inAll), warmUp: first }
      visitors.send(work)
      const visit = await firstMessage<Visit>(visitors)
      await untilAtRest(few)
      for (const { name, p99, failed } of visit.latencies) {
        if (failed > 0) throw new Error(`${name}: ${failed} requests failed`)
        const share = (100 * visit.stolen).toFixed(1)
        console.error(`round ${round}  ${name}  p99 ${p99.toFixed(1)} ms, ${share} % stolen`)
      }
      return visit
    }
  }
}
