import { cancelDecided } from '#domain/booking/decided-cancellations.ts'
import { workOnImports } from '#domain/imports/run-imports.ts'
import { hasDecided } from '#drizzle/queries/booking/decided-cancellations.ts'
import { isImportAtWork } from '#drizzle/queries/imports/imports.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '../queue/handler.ts'

// Work that requests have asked for and that is too long for one transaction.

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

/** Checks, runs or undoes an admin's import, a few rows at a time. */
export function runImports(): PeriodicJob {
  return {
    name: 'import.work',
    everyMs: EVERY_MS,
    hasWork: isImportAtWork,
    run: ({ db, signal }) => workOnImports(db, { now: () => new Date(), signal }),
  }
}
