import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '#drizzle/client.ts'
import { forgeToken } from '#server/testing/forge-token.ts'
import { memoryOf } from '#tests/load/bench-site.ts'
import type { Latencies, OpenLoop } from '#tests/load/open-loop.ts'
import { median } from '#tests/load/report.ts'
import type { LoadRequest } from '#tests/load/requests.ts'
import type { Check } from '../check.ts'
import { trial } from '../reconciliation.ts'
import { bookingOf, type FreeTime, freeTimes } from '../requests.ts'
import { type FaultySite, uidOf } from '../site.ts'

const READS_PER_SECOND = 300
const BOOKINGS_PER_SECOND = 20

/** Number of parts… */
const PARTS = 30

/** … of which these first ones are the warm-up. */
const WARM_UP = 5

const MB = 1e6
const MOST_LOG_BYTES = 64 * MB

/** Shortest run, in seconds, in which growth is meaningful: caches are still filling before. */
const TELLING_SECONDS = 1_800

/** Measurements of one part. */
interface Sample {
  minute: number
  megabytes: number
  /** Response times of GET requests, in milliseconds. */
  p99: number
}

export const soak: Check = {
  row: 'R16',
  name: `${READS_PER_SECOND} reads and ${BOOKINGS_PER_SECOND} bookings a second, for this many seconds`,
  goal: 'none fails, log < 64 MB; from 30 min on: memory < 1 MB/min, p99 drift < 20 %',
  cycles: 60,
  run: (seconds) =>
    trial(async ({ site, free, problems }) => {
      const { date } = freeTimes(site).next().value
      const part = Math.max(1, Math.round(seconds / PARTS))
      const samples: Sample[] = []
      let patient = 0
      let failed = 0
      let largestLog = 0
      const visitors = fork(join(import.meta.dirname, '../../load/open-loop.ts'))
      try {
        for (let number = 1; number <= PARTS; number += 1) {
          const bookings = Array.from({ length: part * BOOKINGS_PER_SECOND }, () => {
            patient += 1
            return bookingRequest(free.next().value, patient)
          })
          visitors.send(visits(site, { seconds: part, date, bookings }))
          const [latencies]: Latencies[][] = await once(visitors, 'message')
          const [reads, books] = latencies ?? []
          failed += (reads?.failed ?? 0) + (books?.failed ?? 0)
          largestLog = Math.max(largestLog, statSync(`${databaseFile(site.dataDir)}-wal`).size)
          const minute = (number * part) / 60
          samples.push({ minute, megabytes: memoryOf(site.pid()), p99: reads?.p99 ?? 0 })
        }
      } finally {
        visitors.disconnect()
      }

      const warm = samples.slice(WARM_UP)
      const p99 = median(warm.map((sample) => sample.p99))
      const perMinute = slope(warm, ({ megabytes }) => megabytes)
      const drift = (slope(warm, (sample) => sample.p99) * minutesOf(warm)) / p99
      if (failed > 0) problems.push(`${failed} requests failed`)
      if (largestLog > MOST_LOG_BYTES) problems.push(`the log grew to ${largestLog} bytes`)
      if (part * PARTS >= TELLING_SECONDS) {
        if (perMinute >= 1) problems.push(`memory grew by ${perMinute.toFixed(2)} MB a minute`)
        if (drift >= 0.2) problems.push(`p99 grew by ${(drift * 100).toFixed(0)} %`)
      }
      return [
        `${part * PARTS} s, ${failed} failed`,
        `memory ${warm.at(-1)?.megabytes.toFixed(0)} MB, ${perMinute.toFixed(1)} MB/min`,
        `log ${(largestLog / MB).toFixed(1)} MB`,
        `p99 ${p99.toFixed(1)} ms, drift ${(drift * 100).toFixed(0)} %`,
      ].join('; ')
    }),
}

function minutesOf(samples: readonly Sample[]): number {
  return (samples.at(-1)?.minute ?? 0) - (samples[0]?.minute ?? 0)
}

/**
 * Growth per minute by the Theil–Sen estimator, the median of the slopes between any two samples:
 * robust against a few outliers.
 */
function slope(samples: readonly Sample[], figure: (sample: Sample) => number): number {
  return median(
    samples.flatMap((one, index) =>
      samples
        .slice(index + 1)
        .map((other) => (figure(other) - figure(one)) / (other.minute - one.minute)),
    ),
  )
}

function bookingRequest(time: FreeTime, patient: number): LoadRequest {
  return {
    method: 'POST',
    path: '/appointments',
    headers: { authorization: `Bearer ${forgeToken(uidOf(patient))}` },
    body: JSON.stringify(bookingOf(time, patient)),
  }
}

function visits(
  { url }: FaultySite,
  { seconds, date, bookings }: { seconds: number; date: string; bookings: readonly LoadRequest[] },
): OpenLoop {
  const reads: LoadRequest[] = [{ method: 'GET', path: `/available?date=${date}` }]
  return {
    url,
    seconds,
    warmUpSeconds: 0,
    streams: [
      { name: 'GET', perSecond: READS_PER_SECOND, requests: reads },
      { name: 'POST', perSecond: BOOKINGS_PER_SECOND, requests: bookings },
    ],
  }
}
