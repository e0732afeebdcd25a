import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { newAppointment } from '#contract/booking/appointments.ts'
import { toCents } from '#contract/money.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { bookAppointment } from '#domain/booking/book-appointment.ts'
import { createClinicClock } from '#domain/clinic-clock.ts'
import { loadEnv } from '#domain/config/load-env.ts'
import { databaseFile, type Transaction } from '#drizzle/client.ts'
import { addSearchFunctions } from '#drizzle/normalize-search-text.ts'
import { findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { bookFreeTimes, take } from './clinic.ts'

// Reference B: the same transactions in better-sqlite3 alone, in sequence, without HTTP and query builder.
// The SQL of bookings is recorded on one copy of the database and replayed on another.

const BOOKINGS = 4_000

interface Statement {
  text: string
  method: 'run' | 'get' | 'all'
  values: unknown[]
}

const env = loadEnv()
const original = databaseFile(env.dataDir)
const recordings = record(copyOf('recorded'))
process.send?.({ perSecond: replay(copyOf('replayed'), recordings) })
process.disconnect()

function copyOf(name: string): string {
  const copy = join(env.dataDir, `${name}.db`)
  copyFileSync(original, copy)
  return copy
}

/** Books with the product's code and records the SQL of each booking. */
function record(file: string): Statement[][] {
  const db = openForTest(file)
  db.$client.pragma('synchronous = OFF')
  const clock = createClinicClock(env.clinic, () => new Date())
  const choices = take(bookFreeTimes(env.dataDir), BOOKINGS).map(({ body = '' }) =>
    newAppointment.parse(JSON.parse(body)),
  )
  // As on the site, where earlier requests for free times have read the schedule.
  currentSchedule(db)
  const recordings: Statement[][] = []
  let current: Statement[] = []
  recordStatements(db, (statement) => current.push(statement))
  for (const choice of choices) {
    const uid = findUserByEmail(db, choice.email)?.uid ?? ''
    current = []
    const booking = { ...choice, uid, priceCents: toCents(choice.price) }
    const { outcome } = db.transaction(
      () =>
        bookAppointment(db, booking, {
          moment: clock.moment(),
          now: new Date(),
          terms: DEFAULT_TERMS,
        }),
      { behavior: 'immediate' },
    )
    if (outcome !== 'booked') throw new Error(`a reference booking ended as ${outcome}`)
    recordings.push(current)
  }
  db.$client.close()
  rmSync(file)
  return recordings
}

function recordStatements({ $client }: Transaction, see: (statement: Statement) => void): void {
  const prepare = $client.prepare.bind($client)
  const watched = (text: string) => {
    const statement = prepare(text)
    for (const method of ['run', 'get', 'all'] as const) {
      const execute = statement[method].bind(statement)
      const value = (...values: unknown[]) => {
        see({ text, method, values })
        return execute(...values)
      }
      Object.defineProperty(statement, method, { value })
    }
    return statement
  }
  Object.defineProperty($client, 'prepare', { value: watched })
}

/** @returns bookings per second */
function replay(file: string, recordings: readonly Statement[][]): number {
  const sqlite = new SQLite(file)
  addSearchFunctions(sqlite)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  const texts = new Set(recordings.flat().map(({ text }) => text))
  const prepared = new Map([...texts].map((text) => [text, sqlite.prepare(text)]))
  const book = sqlite.transaction((statements: readonly Statement[]) => {
    for (const { text, method, values } of statements) prepared.get(text)?.[method](...values)
  }).immediate
  const began = performance.now()
  for (const statements of recordings) book(statements)
  const seconds = (performance.now() - began) / 1000
  sqlite.close()
  rmSync(file)
  return recordings.length / seconds
}
