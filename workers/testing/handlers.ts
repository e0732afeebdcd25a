import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '#drizzle/client.ts'
import type { Registry } from '../queue/handler.ts'
import { HANDLER } from './database.ts'

interface Run {
  eventId: string
  attempt: number
  pid: number
  at: number
  /** Null until the handler has returned. */
  endedAt: number | null
}

/** A table that records the runs of test handlers. */
export function createRunTable(db: Database): void {
  db.$client.exec(
    'create table runs (eventId text, attempt int, pid int, at int, endedAt int) strict',
  )
}

export function runs(db: Database): Run[] {
  return db.$client.prepare<[], Run>('select * from runs order by at').all()
}

const instructions = z.object({
  takes: z.number().default(0),
  failures: z.number().default(0),
  stuck: z.boolean().default(false),
})

/**
 * A handler controlled by its event's data: it takes `takes` milliseconds, fails the first `failures`
 * attempts, or is `stuck` in the first.
 */
export const testRegistry: Registry = {
  handlers: [
    {
      name: HANDLER,
      on: 'appointment.booked',
      schema: instructions,
      async run(data, { db, event, attempt }) {
        const { takes, failures, stuck } = instructions.parse(data)
        const { lastInsertRowid } = db.$client
          .prepare('insert into runs values (?, ?, ?, ?, null)')
          .run(event.id, attempt, process.pid, Date.now())
        if (stuck && runs(db).filter((run) => run.eventId === event.id).length === 1) {
          await new Promise(() => {})
        }
        if (attempt <= failures) throw new Error(`failure ${attempt}`)
        await sleep(takes)
        db.$client
          .prepare('update runs set endedAt = ? where rowid = ?')
          .run(Date.now(), lastInsertRowid)
      },
    },
  ],
  periodicJobs: [],
}
