import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../../../drizzle/client.ts'
import { forgeToken } from '../../../server/testing/forge-token.ts'
import type { Latencies } from '../../load/open-loop.ts'
import type { LoadRequest } from '../../load/request.ts'
import type { Check } from '../check.ts'
import { type Wish, wishes } from '../requests.ts'
import { emailOf, type FaultySite, uidOf } from '../site.ts'
import { trial } from '../trial.ts'

const LOOKS_PER_SECOND = 300
const BOOKINGS_PER_SECOND = 20

/** The time is cut into so many parts, of which the first is for warming up. */
const PARTS = 6

const MB = 1e6
const MOST_LOG_BYTES = 64 * MB

/**
 * A shorter time says nothing of a slope or a drift, in seconds: memory still fills with what is
 * kept of the database and of compiled code.
 */
const TELLING_SECONDS = 1_800

export const soak: Check = {
  row: 'R16',
  name: `${LOOKS_PER_SECOND} looks and ${BOOKINGS_PER_SECOND} bookings a second, for so many seconds`,
  goal: 'none fails, log < 64 MB; from 30 min on: memory < 1 MB/min, p99 drift < 20 %',
  cycles: 60,
  run: (seconds) =>
    trial(async ({ site, free, problems }) => {
      const { date } = wishes(site).next().value
      const part = Math.max(1, Math.round(seconds / PARTS))
      const samples: { minute: number; megabytes: number; p99: number }[] = []
      let patient = 0
      let failed = 0
      let largestLog = 0
      for (let number = 0; number < PARTS; number += 1) {
        const bookings = Array.from({ length: part * BOOKINGS_PER_SECOND }, () => {
          patient += 1
          return bookingRequest(free.next().value, patient)
        })
        const [looks, books] = await load(site, { seconds: part, date, bookings })
        failed += (looks?.failed ?? 0) + (books?.failed ?? 0)
        largestLog = Math.max(largestLog, statSync(`${databaseFile(site.dataDir)}-wal`).size)
        const minute = ((number + 1) * part) / 60
        samples.push({ minute, megabytes: memoryOf(site.pid()), p99: looks?.p99 ?? 0 })
      }
      const [warm, last] = [samples[1], samples.at(-1)]
      if (!warm || !last) throw new Error('The soak was too short to be measured.')
      const slope = (last.megabytes - warm.megabytes) / (last.minute - warm.minute)
      const drift = last.p99 / warm.p99 - 1
      if (failed > 0) problems.push(`${failed} requests failed`)
      if (largestLog > MOST_LOG_BYTES) problems.push(`the log grew to ${largestLog} bytes`)
      if (part * PARTS >= TELLING_SECONDS) {
        if (slope >= 1) problems.push(`memory grew by ${slope.toFixed(2)} MB a minute`)
        if (drift >= 0.2) problems.push(`p99 grew by ${(drift * 100).toFixed(0)} %`)
      }
      return [
        `${part * PARTS} s, ${failed} failed`,
        `memory ${last.megabytes.toFixed(0)} MB, ${slope.toFixed(1)} MB/min`,
        `log ${(largestLog / MB).toFixed(1)} MB`,
        `p99 ${last.p99.toFixed(0)} ms, drift ${(drift * 100).toFixed(0)} %`,
      ].join('; ')
    }),
}

function bookingRequest(wish: Wish, patient: number): LoadRequest {
  const person = { email: emailOf(patient), phone: '+1 503 555 0100', address: '1 Orchard Lane' }
  return {
    method: 'POST',
    path: '/appointments',
    headers: { authorization: `Bearer ${forgeToken(uidOf(patient))}` },
    body: JSON.stringify({ ...wish, ...person, patientName: uidOf(patient), paid: false }),
  }
}

async function load(
  { url }: FaultySite,
  { seconds, date, bookings }: { seconds: number; date: string; bookings: readonly LoadRequest[] },
): Promise<Latencies[]> {
  const child = fork(join(import.meta.dirname, '../../load/open-loop.ts'))
  const looks: LoadRequest[] = [{ method: 'GET', path: `/available?date=${date}` }]
  child.send({
    url,
    seconds,
    streams: [
      { name: 'GET', perSecond: LOOKS_PER_SECOND, requests: looks },
      { name: 'POST', perSecond: BOOKINGS_PER_SECOND, requests: bookings },
    ],
  })
  const [latencies] = await once(child, 'message')
  return latencies
}

/** Resident memory of a process, in MB. */
function memoryOf(pid: number): number {
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kB) * 1024) / MB
}
