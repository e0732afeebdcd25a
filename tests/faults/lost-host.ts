import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { checkRestored } from '#domain/replication/drill-checks.ts'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { runToEnd } from '../support/running-site.ts'
import { waitUntil } from './check.ts'
import { bookAndPay, newLedger } from './patient.ts'
import { book, bookedIn, freeTimes } from './requests.ts'
import { type FaultySite, withSite } from './site.ts'

// A host dies, and its data is restored elsewhere from the second copy.

/** Bookings, spread evenly over that many milliseconds: 50 a second. */
const LOAD = { bookings: 150, overMs: 3_000 }

/** Number of bookings in flight when the host dies. */
const UNANSWERED = 10

const FIRST_COPY_MS = 60_000

const readiness = z.object({ copyAgeSeconds: z.number().nullable() })

async function isCopied({ url }: FaultySite): Promise<boolean> {
  const { copyAgeSeconds } = readiness.parse(await (await fetch(`${url}/readyz`)).json())
  return copyAgeSeconds !== null && copyAgeSeconds <= 2
}

/** Process ids of the Litestream processes of a data folder. */
export function litestreamOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return /^[^\0]+\/litestream\0replicate\0/.test(command) && command.includes(dataDir)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Runs `npm run restore -- --from` for a data folder. */
export const restoreCopy = (from: string, dataDir: string) =>
  runToEnd('scripts/restore.ts', { DATA_DIR: dataDir }, ['--from', from])

export interface LostHost {
  acknowledged: number
  /** Number of acknowledged bookings that the copy lacks. */
  lost: number
  /** Time between the acknowledgment of the oldest lost booking and the end, in milliseconds. */
  oldestMs: number
  problems: string[]
}

/** Kills site and Litestream under load, restores the copy into another folder, and checks it. */
export async function loseHost(folder: string): Promise<LostHost> {
  const replica = join(folder, 'copy')
  const work = async (site: FaultySite): Promise<LostHost> => {
    mkdirSync(join(site.dataDir, 'images', 'one'), { recursive: true })
    writeFileSync(join(site.dataDir, 'images', 'one', 'preview.webp'), 'picture')
    await site.start()
    const free = freeTimes(site)
    const ledger = newLedger()
    for (let patient = 0; patient < 8; patient += 1) {
      await bookAndPay(site, ledger, { time: free.next().value, patient })
    }
    const isComplete = await waitUntil(() => isCopied(site), FIRST_COPY_MS)

    const acknowledged = new Map<string, number>()
    const requests = Array.from({ length: LOAD.bookings }, async (_, index) => {
      const time = free.next().value
      await delay((index * LOAD.overMs) / LOAD.bookings)
      // The host is dead before the last ones.
      const answer = await book(site.url, index, time).catch(() => undefined)
      const id = answer && bookedIn(answer)
      if (id) acknowledged.set(id, performance.now())
    })
    await Promise.all(requests.slice(0, -UNANSWERED))
    for (const pid of litestreamOf(site.dataDir)) process.kill(pid, 'SIGKILL')
    const diedAt = performance.now()
    await site.end('SIGKILL')
    await Promise.all(requests)

    const elsewhere = join(folder, 'new-host')
    const { code, output } = await restoreCopy(replica, elsewhere)
    if (code !== 0) throw new Error(`The copy was not restored: ${output}`)
    const db = openDatabase(databaseFile(elsewhere))
    const restored = new Set(
      db
        .select({ id: appointments.id })
        .from(appointments)
        .all()
        .map(({ id }) => id),
    )
    db.$client.close()
    const lost = [...acknowledged].filter(([id]) => !restored.has(id))
    const picture = readFileSync(join(elsewhere, 'images', 'one', 'preview.webp'), 'utf8')
    return {
      acknowledged: acknowledged.size,
      lost: lost.length,
      oldestMs: Math.max(0, ...lost.map(([, at]) => Math.round(diedAt - at))),
      problems: [
        ...(isComplete ? [] : ['the copy was never complete']),
        ...checkRestored(elsewhere).problems.map(({ check, problem }) => `${check}: ${problem}`),
        ...[...ledger.booked.keys()]
          .filter((id) => !restored.has(id))
          .map((id) => `copied before, but lost: ${id}`),
        ...(picture === 'picture' ? [] : ['the image differs']),
      ],
    }
  }
  return withSite(work, { REPLICA_URL: replica })
}
