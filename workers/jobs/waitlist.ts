import type { EventKind } from '#contract/audit/events.ts'
import { endOverdue } from '#domain/waitlist/entries/entries.ts'
import {
  endReoffers,
  offerFreedTimes,
  type WaitlistHandler,
  withdrawClosed,
  withdrawSession,
} from '#domain/waitlist/handlers/steps.ts'
import { readClock } from '#domain/waitlist/offers/free-time.ts'
import { callUnanswered, cancelUnanswered } from '#domain/waitlist/reoffers/reoffer-appointments.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { hasOfferToEnd } from '#drizzle/queries/waitlist/waitlist.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { DoNotRetry, defineHandler, type Handler, type PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 2_000

/** After this many failed attempts a time becomes public. */
const ATTEMPTS = 3

/** Runs short transactions until one leaves nothing to do. */
async function repeat(
  db: Database,
  signal: AbortSignal,
  step: (tx: Transaction) => boolean,
): Promise<void> {
  while (!(await writeTransaction(db, step))) signal.throwIfAborted()
}

/** The jobs that follow when times become free or are closed. */
export function waitlistHandlers(): Handler[] {
  return [
    inSteps(offerFreedTimes),
    inSteps(withdrawClosed),
    inSteps(withdrawSession),
    inSteps(endReoffers),
  ]
}

function inSteps<Kind extends EventKind>({
  name,
  on,
  step,
  giveUp,
}: WaitlistHandler<Kind>): Handler {
  return defineHandler({
    name,
    on,
    async run(data, { db, event: { subject }, attempt, signal }) {
      try {
        await repeat(db, signal, (tx) => step(tx, { subject, data, now: new Date() }))
      } catch (cause) {
        if (signal.aborted || attempt < ATTEMPTS) throw cause
        throw new DoNotRetry(cause instanceof Error ? cause.message : String(cause), { cause })
      }
    },
    ...(giveUp && { onFailed: (tx, { subject }, now) => giveUp(tx, { subject, now }) }),
  })
}

/**
 * Ends expired offers and entries, and cancels appointments whose re-offers were not answered. Bookings are
 * correct without it.
 */
export function endOffers(): PeriodicJob {
  return {
    name: 'waitlist.pass_on',
    everyMs: EVERY_MS,
    hasWork: (db) => hasOfferToEnd(db, readClock(db, new Date())),
    async run({ db, signal }) {
      await repeat(db, signal, (tx) => endOverdue(tx, new Date()))
      await repeat(db, signal, (tx) => callUnanswered(tx, new Date()))
      await repeat(db, signal, (tx) => cancelUnanswered(tx, new Date()))
    },
  }
}
