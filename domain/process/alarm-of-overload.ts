import type { BaseLogger } from 'pino'
import type { Database } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { type EventLoopWatch, watchEventLoop } from './event-loop-watch.ts'

/** Watches a process's event loop, and raises an alarm when it has been late for seconds. */
export function alarmOfOverload({
  db,
  log,
  clock,
  process,
  now,
}: {
  db: Database
  log: Pick<BaseLogger, 'error'>
  clock: () => Date
  process: 'site' | 'worker'
  /** A monotonic clock in milliseconds. */
  now?: () => number
}): EventLoopWatch {
  return watchEventLoop({
    ...(now && { now }),
    onOverload(data) {
      writeTransaction(db, (tx) =>
        appendEvent(
          tx,
          { kind: 'process.overloaded', actor: null, subject: process, data },
          clock(),
        ),
      ).catch((err) =>
        log.error({ ...data, err }, 'could not record that the process is overloaded'),
      )
    },
  })
}
