import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, openDatabase } from '../../../drizzle/client.ts'
import { appointments } from '../../../drizzle/schema/index.ts'
import { findProgram } from '../../../scripts/programs.ts'
import { CannotCheck, type Check, eachOf, pause } from '../check.ts'
import { type Ledger, newLedger, visit } from '../customer.ts'
import { closeBooks } from '../reconciliation.ts'
import { book, bookedIn, type Wish, wishes } from '../requests.ts'
import { type FaultySite, uidOf, withSite } from '../site.ts'
import { trial } from '../trial.ts'

/** How long another program keeps the database locked, in milliseconds. */
const LOCKED_MS = 10_000

function need(name: string, debianPackage: string): string {
  const program = findProgram({ names: [name], debianPackage })
  if (!program) throw new CannotCheck(`there is no ${name} here`)
  return program
}

/** Books; what is turned away has to be asked to come again, and to have left nothing. */
async function tryToBook(
  site: FaultySite,
  ledger: Ledger,
  { wish, patient }: { wish: Wish; patient: number },
): Promise<boolean> {
  const answer = await book(site.url, patient, wish)
  const id = bookedIn(answer)
  if (id) ledger.booked.set(id, { ...wish, uid: uidOf(patient) })
  else if (answer.status === 503 && Number(answer.retryAfter) > 0) ledger.turnedAway += 1
  else ledger.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
  return id !== undefined
}

const countRows = ({ db }: FaultySite) => db.select().from(appointments).all().length

async function stillReads(site: FaultySite, problems: string[]): Promise<void> {
  const { date } = wishes(site).next().value
  const { status } = await fetch(`${site.url}/available?date=${date}`)
  if (status !== 200) problems.push(`GET /available was answered with ${status}`)
}

export const diskFull: Check = {
  row: 'R15',
  name: 'no byte more fits on the disk while bookings are written',
  goal: '503 with Retry-After, nothing half written, recovers',
  cycles: 20,
  run: (cycles) =>
    trial(async ({ site, ledger, free, problems }) => {
      const prlimit = need('prlimit', 'util-linux')
      const pid = site.pid()
      const letGrow = (bytes: number | 'unlimited') => {
        const { status } = spawnSync(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`])
        if (status !== 0) throw new CannotCheck('prlimit may not limit a process here')
      }
      let patient = 0
      const next = () => {
        patient += 1
        return { wish: free.next().value, patient }
      }
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await visit(site, ledger, next())
        const before = countRows(site)
        // Nothing may be written beyond the first page, neither of the database nor of its log.
        letGrow(4096)
        for (let number = 0; number < 5; number += 1) {
          if (await tryToBook(site, ledger, next())) problems.push('booked on a full disk')
        }
        await stillReads(site, problems)
        if (countRows(site) !== before) problems.push('a row was written to a full disk')
        letGrow('unlimited')
        if (!(await tryToBook(site, ledger, next()))) {
          problems.push('nothing can be booked with room on the disk again')
        }
      }
      if (site.pid() !== pid) problems.push('the process did not survive')
      return `${cycles} times full: ${ledger.turnedAway} answers of 503, ${ledger.booked.size} booked between`
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
          await tryToBook(site, ledger, { wish: free.next().value, patient })
        })
        while (performance.now() - began < LOCKED_MS) {
          await stillReads(site, problems)
          await pause(100)
        }
        await Promise.all(tries)
        if (countRows(site) !== before) problems.push('a row was written past the lock')
        other.$client.exec('ROLLBACK')
        for (let patient = 20; patient < 40; patient += 1) {
          await tryToBook(site, ledger, { wish: free.next().value, patient })
        }
      }
      other.$client.close()
      const { turnedAway, booked } = ledger
      if (booked.size !== 20 * cycles) problems.push('the lock was gone, but not all could book')
      return `${turnedAway} answers of 503, then ${booked.size} booked`
    }),
}

/** So many bookings are under way: some of them share a commit. */
const AT_ONCE = 10

export const synced: Check = {
  row: 'R5',
  name: 'bookings under strace, some at once: is the log on the disk before each answer',
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
      const free = wishes(site)
      const patients = Array.from({ length: cycles }, (_, patient) => patient)
      await eachOf(patients, AT_ONCE, (patient) =>
        tryToBook(site, ledger, { wish: free.next().value, patient }),
      )
      const problems = await closeBooks(site, ledger)
      await site.end('SIGTERM')
      const { answers, unsafe, syncs } = readCalls(readFileSync(file, 'utf8'))
      if (unsafe > 0) problems.push(`${unsafe} answers came before their data was on the disk`)
      if (answers < cycles) problems.push(`strace saw ${answers} of ${cycles} answers`)
      return {
        figure: `${answers} answers of 201, ${syncs} fdatasync, ${unsafe} too early`,
        problems,
      }
    }).finally(() => rmSync(folder, { recursive: true }))
  },
}

/** Follows the log of SQLite's through the calls of a process. */
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
