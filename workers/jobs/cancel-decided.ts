import { cancelDecided } from '#domain/booking/decided-cancellations.ts'
import { hasDecided } from '#drizzle/queries/booking/decided-cancellations.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 2_000

/** Cancels the remaining appointments that a change of the schedule cancels, a few at a time. */
export function cancelWithSchedule(): PeriodicJob {
  return {
    name: 'appointment.cancel_decided',
    everyMs: EVERY_MS,
    hasWork: hasDecided,
    async run({ db, signal }) {
      while (!(await writeTransaction(db, (tx) => cancelDecided(tx, new Date())))) {
        signal.throwIfAborted()
      }
    },
  }
}
