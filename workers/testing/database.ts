import type { EventKind } from '../../contract/audit.ts'
import { type Database, migrateDatabase, openDatabase } from '../../drizzle/client.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { eventDeliveries } from '../../drizzle/schema.ts'
import type { Log } from '../queue/handler.ts'

/** A fresh, migrated database in memory, or in a file for tests with several processes. */
export function testDatabase(file = ':memory:'): Database {
  const db = openDatabase(file)
  migrateDatabase(db)
  return db
}

/** Commits an event as a request would, and returns its id. */
export function writeEvent(
  db: Database,
  {
    kind = 'appointment.booked',
    subject = 'appointment-1',
    data = {},
    now = new Date(),
  }: { kind?: EventKind; subject?: string; data?: Record<string, unknown>; now?: Date } = {},
): string {
  return appendEvent(db, { kind, actor: null, subject, data }, now)
}

/** Every delivery, as it stands. */
export function deliveries(db: Database) {
  return db.select().from(eventDeliveries).all()
}

export interface LogLine {
  level: keyof Log
  ids: unknown
  message: string
}

/** A log that keeps what it is told. */
export function testLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = []
  const at = (level: keyof Log) => (first: unknown, second?: string) => {
    const [ids, message] = typeof first === 'string' ? [{}, first] : [first, second ?? '']
    lines.push({ level, ids, message })
  }
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  return { log, lines }
}
