import type { BenchSites } from './bench-site.ts'
import { take } from './clinic.ts'
import { ASKING, firstMessage, part, spawnOn } from './cores.ts'
import type { Goals } from './goals.ts'
import type { Latencies, OpenLoop, Stream } from './open-loop.ts'
import { untilAtRest } from './rest.ts'
import { stripeEvents } from './signed-events.ts'
import { median, table } from './table.ts'

const GOAL_MS = 15

const UNCOUNTED_SECONDS = 2

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
  const subjects: (() => Promise<Latencies[]>)[] = [
    () => visit(smallSite.url, together()),
    () => visit(bare.url, bareTogether),
    () => visit(smallSite.url, webhooks()),
    () => visit(bare.url, bareRows),
  ]
  const rounds: Latencies[][] = []

  return {
    /** A round of everything. */
    async measure(round: number): Promise<void> {
      const latencies: Latencies[] = []
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        latencies.push(...(await subject()))
        await untilAtRest(few)
      }
      for (const { name, p99 } of latencies) {
        console.error(`round ${round}  ${name}  p99 ${p99.toFixed(1)} ms`)
      }
      rounds.push(latencies)
    },

    /** A table of the rounds' medians, and of the best and the worst round's p99. */
    report(goals: Goals): string {
      const streams = Map.groupBy(rounds.flat(), ({ name }) => name)
      const rows = [...streams].map(([name, all]) => {
        const failed = all.reduce((sum, one) => sum + one.failed, 0)
        const p99s = all.map(({ p99 }) => p99)
        const p99 = median(p99s)
        if (!references.has(name)) {
          goals.below(`${name} at a fixed rate: p99`, failed > 0 ? Infinity : p99, GOAL_MS, 'ms')
        }
        const figures = [
          median(all.map(({ p50 }) => p50)),
          p99,
          Math.min(...p99s),
          Math.max(...p99s),
          Math.max(...all.map(({ max }) => max)),
        ]
        return [
          name,
          String(all[0]?.perSecond),
          ...figures.map((ms) => ms.toFixed(1)),
          String(failed),
        ]
      })
      return table(
        ['at a fixed rate', 'a second', 'p50 ms', 'p99 ms', 'from', 'to', 'max ms', 'failed'],
        rows,
      )
    },
  }

  async function visit(url: string, streams: readonly Stream[]): Promise<Latencies[]> {
    const child = spawnOn(ASKING, part('open-loop.ts'))
    child.send({ url, seconds, streams, warmUp } satisfies OpenLoop)
    const latencies = await firstMessage<Latencies[]>(child)
    child.disconnect()
    return latencies
  }
}
