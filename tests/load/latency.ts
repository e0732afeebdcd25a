import { type BenchSites, untilIdle } from './bench-site.ts'
import { take } from './clinic.ts'
import { ASKING, firstMessage, part, spawnOn } from './cores.ts'
import type { Latencies, OpenLoop, Stream } from './open-loop.ts'
import { median, table } from './report.ts'
import { stripeEvents } from './requests.ts'

const WARM_UP_SECONDS = 2

interface Subject {
  url: string
  /** The requests for that many seconds. */
  streams(seconds: number): Stream[]
}

/**
 * Latencies at a fixed rate, compared with bare Fastify's: the difference is due to the site, the rest to
 * the machine. They are printed and have no goals.
 * @param seconds of each measurement
 */
export function createLatency(sites: BenchSites, seconds: number) {
  const { few, smallSite, asked, bare, bookings } = sites
  const subjects: Subject[] = [
    {
      url: smallSite.url,
      streams: (total) => [
        { name: 'GET /available', perSecond: 1_000, requests: asked.days },
        { name: 'POST /appointments', perSecond: 50, requests: take(bookings, 50 * total) },
      ],
    },
    {
      url: bare.url,
      streams: () => [
        { name: 'A', perSecond: 1_000, requests: bare.asked.days },
        { name: 'A, inserting a row', perSecond: 50, requests: bare.written },
      ],
    },
    {
      url: smallSite.url,
      streams: (total) => [
        { name: 'POST /webhooks/stripe', perSecond: 100, requests: stripeEvents(few, 100 * total) },
      ],
    },
    {
      url: bare.url,
      streams: () => [{ name: 'A, rows only', perSecond: 100, requests: bare.written }],
    },
  ]
  const measured: Latencies[] = []

  return {
    /**
     * Measures everything once, in alternating order.
     * @throws when a response is not 2xx
     */
    async measure(round: number): Promise<void> {
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        const latencies = await measureOne(subject)
        await untilIdle(few)
        for (const { name, p99, failed } of latencies) {
          if (failed > 0) throw new Error(`${name}: ${failed} requests failed`)
          console.error(`round ${round}  ${name}  p99 ${p99.toFixed(1)} ms`)
        }
        measured.push(...latencies)
      }
    },

    /** A table of the rounds' medians, and of the lowest and highest p99 of a round. */
    report(): string {
      const rows = [...Map.groupBy(measured, ({ name }) => name)].map(([name, rounds]) => {
        const p99s = rounds.map(({ p99 }) => p99)
        const figures = [
          median(rounds.map(({ p50 }) => p50)),
          median(p99s),
          Math.min(...p99s),
          Math.max(...p99s),
          Math.max(...rounds.map(({ max }) => max)),
        ]
        return [name, String(rounds[0]?.perSecond), ...figures.map((figure) => figure.toFixed(1))]
      })
      const head = ['at a fixed rate', 'per second', 'p50 ms', 'p99 ms', 'from', 'to', 'max ms']
      return table(head, rows)
    },
  }

  async function measureOne({ url, streams }: Subject): Promise<Latencies[]> {
    const child = spawnOn(ASKING, part('open-loop.ts'))
    try {
      const work: OpenLoop = {
        url,
        seconds,
        warmUpSeconds: WARM_UP_SECONDS,
        streams: streams(seconds + WARM_UP_SECONDS),
      }
      child.send(work)
      return await firstMessage<Latencies[]>(child)
    } finally {
      child.disconnect()
    }
  }
}
