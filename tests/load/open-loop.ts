import { Agent, request as send } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorTime, stolenSince } from './cpu-steal.ts'
import type { LoadRequest } from './request.ts'

// A process of its own, so that it can run on a core of its own: visitors who come at a fixed
// rate whether or not those before them have been answered. A latency counts from the moment at
// which the visitor came, so that a server that falls behind cannot hide it. It takes work until its
// parent disconnects.

/**
 * So many requests, so many at a time, after which this program is compiled for good. V8 does it at
 * the first and at the ten-thousandth call, on the core that asks: a tenth of a second each time, in
 * which visitors are sent late, and more of them than the hundredth part that is looked at.
 */
const PRACTICE = { requests: 20_000, atATime: 50 }

/** Some visitors. */
export interface Stream {
  name: string
  perSecond: number
  requests: readonly LoadRequest[]
}

/** What the process is told. */
export interface OpenLoop {
  url: string
  seconds: number
  streams: readonly Stream[]
  warmUp?: WarmUp
}

/** What is asked before the visitors are counted. */
export interface WarmUp {
  /** Whom to ask, to be in practice. */
  url: string
  requests: readonly LoadRequest[]
  /** How long visitors of the streams come on top, while connections are opened. */
  uncountedSeconds: number
}

/** What it tells. */
export interface Visit {
  latencies: Latencies[]
  /** The share of the time with something to do that the host took meanwhile, from 0 to 1. */
  stolen: number
}

/** What became of a stream: latencies in milliseconds. */
export interface Latencies {
  name: string
  perSecond: number
  p50: number
  p99: number
  max: number
  /** Answers that are not 2xx, and requests without any. */
  failed: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

async function ask(url: string, { method, path, headers, body }: LoadRequest): Promise<boolean> {
  const payload = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const request = send(
      url + path,
      { method, agent, headers: { ...headers, ...payload } },
      (response) => {
        const { statusCode = 0 } = response
        response.resume()
        response.once('end', () => resolve(statusCode >= 200 && statusCode < 300))
      },
    )
    request.once('error', () => resolve(false))
    request.end(body)
  })
}

async function practise({ url, requests }: WarmUp): Promise<void> {
  for (let asked = 0; asked < PRACTICE.requests; ) {
    const together = Array.from({ length: PRACTICE.atATime }, () => {
      const request = requests[asked % requests.length]
      asked += 1
      return request && ask(url, request)
    })
    await Promise.all(together)
  }
}

async function visit(
  { url, seconds, warmUp }: OpenLoop,
  { name, perSecond, requests }: Stream,
): Promise<Latencies> {
  const histogram = createHistogram()
  const visits: Promise<void>[] = []
  let failed = 0
  const uncounted = perSecond * (warmUp?.uncountedSeconds ?? 0)
  const began = performance.now()
  for (let number = 0; number < uncounted + perSecond * seconds; number += 1) {
    const due = began + (number * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    const request = requests[number % requests.length]
    if (!request) continue
    visits.push(
      ask(url, request).then((ok) => {
        if (!ok) failed += 1
        if (number < uncounted) return
        histogram.record(Math.max(1, Math.round((performance.now() - due) * 1000)))
      }),
    )
  }
  await Promise.all(visits)
  const ms = (microseconds: number) => microseconds / 1000
  return {
    name,
    perSecond,
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    max: ms(histogram.max),
    failed,
  }
}

process.on('message', async (work: OpenLoop) => {
  if (work.warmUp) await practise(work.warmUp)
  const before = processorTime()
  const latencies = await Promise.all(work.streams.map((stream) => visit(work, stream)))
  process.send?.({ latencies, stolen: stolenSince(before) } satisfies Visit)
})
