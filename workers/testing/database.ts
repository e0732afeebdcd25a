import { v7 as uuidv7 } from 'uuid'
import type { EventKind } from '#contract/audit/events.ts'
import { type Database, migrateDatabase, type Transaction } from '#drizzle/client.ts'
import { eventDeliveries, events } from '#drizzle/schema/index.ts'
import { migratedDatabase, openForTest } from '#drizzle/testing/migrated-database.ts'
import type { Log } from '../queue/handler.ts'

/** The handler for which `writeEvent` writes a delivery by default. */
export const HANDLER = 'test.handle'

/** A fresh, migrated database in memory, or in a file for tests with several processes. */
export function testDatabase(file?: string): Transaction {
  if (!file) return migratedDatabase()
  const db = openForTest(file)
  migrateDatabase(db)
  return db
}

/** Writes an event with deliveries for test handlers, which no subscription names. */
export function writeEvent(
  db: Database,
  {
    kind = 'appointment.booked',
    data = {},
    handlers = [HANDLER],
  }: { kind?: EventKind; data?: Record<string, unknown>; handlers?: readonly string[] } = {},
): string {
  const id = uuidv7()
  const now = new Date()
  db.insert(events)
    .values({ id, kind, actor: null, subject: 'appointment-1', data, occurredAt: now })
    .run()
  for (const handler of handlers) {
    db.insert(eventDeliveries).values({ eventId: id, handler, dueAt: now }).run()
  }
  return id
}

/** All deliveries. */
export function deliveries(db: Database) {
  return db.select().from(eventDeliveries).all()
}

export interface LogLine {
  level: keyof Log
  /** The fields of the line. */
  ids: unknown
  message: string
}

/** A log that stores its lines. */
export function testLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = []
  const at = (level: keyof Log) => (first: unknown, second?: string) => {
    const [ids, message] = typeof first === 'string' ? [{}, first] : [first, second ?? '']
    lines.push({ level, ids, message })
  }
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  return { log, lines }
}
