import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { findProgram } from '#scripts/programs.ts'
import { CannotCheck, type Check, forEachConcurrent } from '../check.ts'
import { bookAndPay, type Ledger, newLedger } from '../patient.ts'
import { reconcile, trial } from '../reconciliation.ts'
import { book, bookedIn, type FreeTime, freeTimes } from '../requests.ts'
import { type FaultySite, uidOf, withSite } from '../site.ts'

/** How long another program keeps the database locked, in milliseconds. */
const LOCKED_MS = 10_000

function need(name: string, debianPackage: string): string {
  const program = findProgram({ names: [name], debianPackage })
  if (!program) throw new CannotCheck(`${name} is not installed`)
  return program
}

/** Books; a refusal must be a 503 with Retry-After. */
async function tryBooking(
  site: FaultySite,
  ledger: Ledger,
  { time, patient }: { time: FreeTime; patient: number },
): Promise<boolean> {
  const answer = await book(site.url, patient, time)
  const id = bookedIn(answer)
  if (id) ledger.booked.set(id, { ...time, uid: uidOf(patient) })
  else if (answer.status === 503 && Number(answer.retryAfter) > 0) ledger.refused += 1
  else ledger.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
  return id !== undefined
}

const countRows = ({ db }: FaultySite) => db.select().from(appointments).all().length

async function checkReads(site: FaultySite, problems: string[]): Promise<void> {
  const { date } = freeTimes(site).next().value
  const { status } = await fetch(`${site.url}/available?date=${date}`)
  if (status !== 200) problems.push(`GET /available was answered with ${status}`)
}

export const diskFull: Check = {
  row: 'R15',
  name: 'the disk is full while bookings are written',
  goal: '503 with Retry-After, no partial writes, recovers',
  cycles: 20,
  run: (cycles) =>
    trial(async ({ site, ledger, free, problems }) => {
      const prlimit = need('prlimit', 'util-linux')
      const pid = site.pid()
      const limitFileSize = (bytes: number | 'unlimited') => {
        const { status } = spawnSync(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`])
        if (status !== 0) throw new CannotCheck('prlimit may not limit a process here')
      }
      let patient = 0
      const isTaken = ({ treatment, date, slot }: FreeTime) =>
        ledger.booked
          .values()
          .some((one) => one.treatment === treatment && one.date === date && one.slot === slot)
      const next = () => {
        patient += 1
        let time = free.next().value
        // A patient may have moved to this slot.
        while (isTaken(time)) time = free.next().value
        return { time, patient }
      }
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await bookAndPay(site, ledger, next())
        const before = countRows(site)
        // No write beyond the first page succeeds, in the database and its WAL.
        limitFileSize(4096)
        for (let number = 0; number < 5; number += 1) {
          if (await tryBooking(site, ledger, next())) problems.push('booked on a full disk')
        }
        await checkReads(site, problems)
        if (countRows(site) !== before) problems.push('a row was written to a full disk')
        limitFileSize('unlimited')
        if (!(await tryBooking(site, ledger, next()))) {
          problems.push('cannot book after the disk has space again')
        }
      }
      if (site.pid() !== pid) problems.push('the process did not survive')
      return `${cycles} times full: ${ledger.refused} responses with 503, ${ledger.booked.size} booked between`
    }),
}

export const locked: Check = {
  row: 'R15',
  name: 'another program keeps the database locked for 10 s',
  goal: '503 with Retry-After, reads go on, recovers',
  cycles: 1,
  run: (cycles) =>
    trial(async ({ site, ledger, free, problems }) => {
      const other = openDatabase(databaseFile(site.dataDir))
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        other.$client.exec('BEGIN IMMEDIATE')
        const before = countRows(site)
        const began = performance.now()
        const tries = Array.from({ length: 20 }, async (_, patient) => {
          await pause(patient * 200)
          await tryBooking(site, ledger, { time: free.next().value, patient })
        })
        while (performance.now() - began < LOCKED_MS) {
          await checkReads(site, problems)
          await pause(100)
        }
        await Promise.all(tries)
        if (countRows(site) !== before) problems.push('a row was written past the lock')
        other.$client.exec('ROLLBACK')
        for (let patient = 20; patient < 40; patient += 1) {
          await tryBooking(site, ledger, { time: free.next().value, patient })
        }
      }
      other.$client.close()
      const { refused, booked } = ledger
      if (booked.size !== 20 * cycles)
        problems.push('the lock was released, but some could not book')
      return `${refused} responses with 503, then ${booked.size} booked`
    }),
}

/** Concurrent bookings, so that some of them share a commit. */
const AT_ONCE = 10

export const synced: Check = {
  row: 'R5',
  name: 'bookings under strace: the WAL is synced before each response',
  goal: 'no 201 while a write waits for fdatasync',
  cycles: 100,
  run: (cycles) => {
    const strace = need('strace', 'strace')
    const folder = mkdtempSync(join(tmpdir(), 'sprout-strace-'))
    const file = join(folder, 'calls')
    const through = [strace, '-f', '-y', '-s', '24', '-o', file]
    const calls = '-etrace=pwrite64,fdatasync,fsync,write,writev'
    return withSite(async (site) => {
      await site.start([...through, calls]).catch((cause: unknown) => {
        throw new CannotCheck('strace may not watch a process here', { cause })
      })
      const ledger = newLedger()
      const free = freeTimes(site)
      const patients = Array.from({ length: cycles }, (_, patient) => patient)
      await forEachConcurrent(patients, AT_ONCE, (patient) =>
        tryBooking(site, ledger, { time: free.next().value, patient }),
      )
      const problems = await reconcile(site, ledger)
      await site.end('SIGTERM')
      const { answers, unsafe, syncs } = readCalls(readFileSync(file, 'utf8'))
      if (unsafe > 0) problems.push(`${unsafe} responses were sent before their data was synced`)
      if (answers < cycles) problems.push(`strace saw ${answers} of ${cycles} responses`)
      return {
        figure: `${answers} responses with 201, ${syncs} fdatasync, ${unsafe} too early`,
        problems,
      }
    }).finally(() => rmSync(folder, { recursive: true }))
  },
}

/** Reads SQLite's WAL writes and the responses from strace's output. */
function readCalls(text: string): { answers: number; unsafe: number; syncs: number } {
  const counts = { answers: 0, unsafe: 0, syncs: 0 }
  let isWaiting = false
  for (const line of text.split('\n')) {
    if (/ pwrite64\(.*sprout\.db-wal/.test(line)) isWaiting = true
    if (/ f(data)?sync\(.*sprout\.db-wal/.test(line)) {
      counts.syncs += 1
      isWaiting = false
    }
    if (!/ writev?\(.*HTTP\/1\.1 201/.test(line)) continue
    counts.answers += 1
    if (isWaiting) counts.unsafe += 1
  }
  return counts
}
