import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../../drizzle/client.ts'
import { defineHandler, type Registry } from '../queue/handler.ts'

export interface Run {
  eventId: string
  attempt: number
  pid: number
  at: number
  /** Null until the handler has come to its end. */
  endedAt: number | null
}

/** Where the test handlers note what they did, in the same database as everything else. */
export function createRunTable(db: Database): void {
  db.$client.exec(
    'create table runs (eventId text, attempt int, pid int, at int, endedAt int) strict',
  )
}

export function runs(db: Database): Run[] {
  return db.$client.prepare<[], Run>('select * from runs order by at').all()
}

/**
 * Handlers that do what the event tells them:
 * `takes` so many milliseconds, fail the first `failures` attempts, or get `stuck` in the first.
 */
export const testRegistry: Registry = {
  handlers: [
    defineHandler({
      name: 'test.obey',
      on: ['appointment.booked'],
      schema: z.object({
        takes: z.number().default(0),
        failures: z.number().default(0),
        stuck: z.boolean().default(false),
      }),
      async run({ takes, failures, stuck }, { db, event, attempt }) {
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
    }),
  ],
  periodicJobs: [],
}
