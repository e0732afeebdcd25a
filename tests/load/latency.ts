import type { BenchSites } from './bench-site.ts'
import { take } from './clinic.ts'
import { ASKING, firstMessage, part, spawnOn } from './cores.ts'
import type { Goals } from './goals.ts'
import type { OpenLoop, Stream, Visit } from './open-loop.ts'
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
const QUIET = { stolen: 0.1, tries: 6 }

/**
 * How long visitors wait who come at a fixed rate.
 * @param seconds of each measurement
 */
export function createLatency(sites: BenchSites, seconds: number) {
  const { few, smallSite, asked, bare, bookings } = sites
  const warmUp = {
    url: bare.url,
    requests: bare.asked.days,
    uncountedSeconds: UNCOUNTED_SECONDS,
  }
  const inAll = UNCOUNTED_SECONDS + seconds
  const together = () => [
    { name: 'GET /available', perSecond: 1_000, requests: asked.days },
    { name: 'POST /appointments', perSecond: 50, requests: take(bookings, 50 * inAll) },
  ]
  const webhooks = () => [
    { name: 'POST /webhooks/stripe', perSecond: 100, requests: stripeEvents(few, 100 * inAll) },
  ]
  // The same of bare Fastify: what the machine, its disk and the asking itself take.
  const bareTogether = [
    { name: 'A, beside rows', perSecond: 1_000, requests: bare.asked.days },
    { name: 'A that keeps rows', perSecond: 50, requests: bare.written },
  ]
  const bareRows = [{ name: 'A that keeps rows, alone', perSecond: 100, requests: bare.written }]
  const references = new Set([...bareTogether, ...bareRows].map(({ name }) => name))
  const subjects: (() => Promise<Visit>)[] = [
    () => visit(smallSite.url, together()),
    () => visit(bare.url, bareTogether),
    () => visit(smallSite.url, webhooks()),
    () => visit(bare.url, bareRows),
  ]
  const visits: Visit[] = []

  return {
    /**
     * A round of everything.
     * @throws when an answer is none of 2xx
     */
    async measure(round: number): Promise<void> {
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        visits.push(await quietest(round, subject))
      }
    },

    /** A table of the rounds' medians, and of the best and the worst round's p99. */
    report(goals: Goals): string {
      const streams = Map.groupBy(
        visits.flatMap(({ latencies, stolen }) => latencies.map((one) => ({ ...one, stolen }))),
        ({ name }) => name,
      )
      const rows = [...streams].map(([name, all]) => {
        const p99s = all.map(({ p99 }) => p99)
        const p99 = median(p99s)
        if (!references.has(name)) goals.below(`${name} at a fixed rate: p99`, p99, GOAL_MS, 'ms')
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
      return table(['at a fixed rate', 'a second', ...columns], rows)
    },
  }

  async function quietest(round: number, subject: () => Promise<Visit>): Promise<Visit> {
    let best = await oneTry(round, subject)
    for (let left = QUIET.tries - 1; left > 0 && best.stolen > QUIET.stolen; left -= 1) {
      const again = await oneTry(round, subject)
      if (again.stolen < best.stolen) best = again
    }
    return best
  }

  async function oneTry(round: number, subject: () => Promise<Visit>): Promise<Visit> {
    const result = await subject()
    await untilAtRest(few)
    for (const { name, p99, failed } of result.latencies) {
      if (failed > 0) throw new Error(`${name}: ${failed} requests failed`)
      const share = (100 * result.stolen).toFixed(1)
      console.error(`round ${round}  ${name}  p99 ${p99.toFixed(1)} ms, ${share} % stolen`)
    }
    return result
  }

  async function visit(url: string, streams: readonly Stream[]): Promise<Visit> {
    const child = spawnOn(ASKING, part('open-loop.ts'))
    child.send({ url, seconds, streams, warmUp } satisfies OpenLoop)
    const result = await firstMessage<Visit>(child)
    child.disconnect()
    return result
  }
}
