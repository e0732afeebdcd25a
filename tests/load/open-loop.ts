import { Agent, request as send } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LatencyFigures, latenciesOf } from './report.ts'
import type { LoadRequest } from './requests.ts'

// A process on a core of its own. It sends requests at a fixed rate, whether or not earlier ones have been
// answered. Latencies count from the time at which a request was due, so that a server that falls behind
// cannot hide it.

export interface Stream {
  name: string
  perSecond: number
  requests: readonly LoadRequest[]
}

/** The message to this process. */
export interface OpenLoop {
  url: string
  seconds: number
  /** Seconds of requests before them that do not count. */
  warmUpSeconds: number
  streams: readonly Stream[]
}

/** The latencies of a stream, in milliseconds; this process responds with one list per stream. */
export interface Latencies extends LatencyFigures {
  name: string
  perSecond: number
  /** Responses other than 2xx, and requests without a response. */
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

async function measure(
  { url, seconds, warmUpSeconds }: OpenLoop,
  { name, perSecond, requests }: Stream,
): Promise<Latencies> {
  const histogram = createHistogram()
  const pending: Promise<void>[] = []
  let failed = 0
  const began = performance.now()
  for (let number = 0; number < perSecond * (warmUpSeconds + seconds); number += 1) {
    const due = began + (number * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    const request = requests[number % requests.length]
    if (!request) continue
    pending.push(
      ask(url, request).then((ok) => {
        if (!ok) failed += 1
        if (number < perSecond * warmUpSeconds) return
        histogram.record(Math.max(1, Math.round((performance.now() - due) * 1000)))
      }),
    )
  }
  await Promise.all(pending)
  return { name, perSecond, ...latenciesOf(histogram), failed }
}

process.on('message', async (work: OpenLoop) => {
  process.send?.(await Promise.all(work.streams.map((stream) => measure(work, stream))))
})
