import { z } from 'zod'
import { reasonOf } from '../../domain/logging/throttled-logger.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  type ClaimedDelivery,
  handBack,
  markDone,
  park,
  renewLease,
  retryLater,
} from '../../drizzle/queries/deliveries.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { DoNotRetry, type Handler, type Log, type Registry } from './handler.ts'
import { retryDelay, type Settings } from './settings.ts'
import { within } from './within.ts'

export interface Outcome {
  status: 'done' | 'parked' | 'retry' | 'handedBack'
  /** For 'retry': when to try again. */
  delayMs: number
}

export interface Performer {
  /** How many handlers are running. */
  readonly running: number
  /**
   * Runs a claimed delivery's handler and records what came of it. Throws only when the database
   * fails.
   * @param joinMs how long the record of a success may wait for another change to go to the disk with
   */
  perform(claim: ClaimedDelivery, joinMs?: number): Promise<Outcome>
  /** Waits for running handlers, then hands back what has not finished in the time of grace. */
  close(): Promise<void>
}

/**
 * The part that is the same with Redis and without: the handler, its lease, and the record.
 * @param holdMs added to the due time of a retry: 0 when this database is what brings it back,
 *   the queue's own time when the queue does
 */
export function createPerformer({
  db,
  registry,
  log,
  settings,
  holdMs,
}: {
  db: Database
  registry: Registry
  log: Log
  settings: Settings
  holdMs: number
}): Performer {
  const handlers = new Map(registry.handlers.map((handler) => [handler.name, handler]))
  const running = new Map<ClaimedDelivery, PromiseWithResolvers<Outcome>>()
  /** Those whose handler has come to no end yet; of the others it is being recorded. */
  const unfinished = new Set<ClaimedDelivery>()
  const stopping = new AbortController()

  const heartbeat = setInterval(() => {
    for (const claim of running.keys()) {
      keep(claim).catch((error) => {
        log.warn({ ...ids(claim), reason: reasonOf(error) }, 'could not renew a lease')
      })
    }
  }, settings.leaseMs / 3)
  heartbeat.unref()

  async function keep(claim: ClaimedDelivery): Promise<void> {
    const kept = await writeTransaction(db, () =>
      renewLease(db, claim, new Date(), settings.leaseMs),
    )
    if (!kept && running.has(claim) && unfinished.has(claim)) {
      log.warn(ids(claim), 'lost the lease of a running delivery')
    }
  }

  async function attempt(claim: ClaimedDelivery, joinMs: number): Promise<Outcome> {
    try {
      await run(claim)
    } catch (error) {
      return failed(claim, error)
    }
    await writeTransaction(db, () => markDone(db, claim), { joinMs })
    log.debug(ids(claim), 'delivery done')
    return { status: 'done', delayMs: 0 }
  }

  async function run(claim: ClaimedDelivery): Promise<void> {
    if (claim.attempt > settings.attempts) {
      throw new DoNotRetry('The process ended in the middle of the last attempt.')
    }
    const handler = handlers.get(claim.handler)
    // Another version of the program may know it, so it keeps its attempts.
    if (!handler) throw new Error('There is no handler of this name.')
    const { event } = claim
    const timeout = Promise.withResolvers<never>()
    const ended = new AbortController()
    const timer = setTimeout(() => {
      const tooLong = new Error('The handler took too long.')
      ended.abort(tooLong)
      timeout.reject(tooLong)
    }, settings.handlerTimeoutMs)
    const signal = AbortSignal.any([stopping.signal, ended.signal])
    const context = { db, log, signal, event, attempt: claim.attempt }
    unfinished.add(claim)
    try {
      await Promise.race([handler.run(parse(handler, event.data), context), timeout.promise])
    } finally {
      unfinished.delete(claim)
      clearTimeout(timer)
    }
  }

  async function failed(claim: ClaimedDelivery, error: unknown): Promise<Outcome> {
    // Given up before it ended: the delivery may be in another process's hands by now.
    if (!running.has(claim)) return HANDED_BACK
    if (stopping.signal.aborted) {
      await writeTransaction(db, () => handBack(db, claim, new Date()))
      return HANDED_BACK
    }
    const reason = reasonOf(error)
    if (error instanceof DoNotRetry || claim.attempt >= settings.attempts) {
      await writeTransaction(db, () => {
        if (!park(db, claim, reason)) return
        handlers.get(claim.handler)?.onParked?.(claim.event, { db, now: new Date() })
      })
      log.error({ ...ids(claim), reason }, 'delivery parked')
      return { status: 'parked', delayMs: 0 }
    }
    const delayMs = retryDelay(settings, claim.attempt)
    const dueAt = new Date(Date.now() + delayMs + holdMs)
    await writeTransaction(db, () => retryLater(db, claim, reason, dueAt))
    log.warn({ ...ids(claim), reason, delayMs }, 'delivery failed, to be tried again')
    return { status: 'retry', delayMs }
  }

  return {
    get running() {
      return running.size
    },
    async perform(claim, joinMs = 0) {
      const end = Promise.withResolvers<Outcome>()
      running.set(claim, end)
      attempt(claim, joinMs).then(end.resolve, end.reject)
      try {
        return await end.promise
      } finally {
        running.delete(claim)
      }
    },
    async close() {
      const all = Promise.allSettled([...running.values()].map((end) => end.promise))
      await within(settings.graceMs, all)
      stopping.abort(new Error('The process is stopping.'))
      // One more moment for those that obey the signal.
      await within(STOPPING_MS, all)
      for (const [claim, end] of running) {
        await writeTransaction(db, () => handBack(db, claim, new Date()))
        end.resolve(HANDED_BACK)
        log.warn(ids(claim), 'stopping: delivery handed back')
      }
      clearInterval(heartbeat)
    },
  }
}

const HANDED_BACK: Outcome = { status: 'handedBack', delayMs: 0 }

/** How long handlers may take to notice that the process stops, in milliseconds. */
const STOPPING_MS = 500

/** Ids only: an event's data is nobody's business in a log. */
function ids({ eventId, handler, attempt }: ClaimedDelivery) {
  return { eventId, handler, attempt }
}

/** @throws DoNotRetry when the data does not fit: it will not fit the next time either */
function parse(handler: Handler, data: unknown): unknown {
  const parsed = handler.schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw new DoNotRetry(`The event's data does not fit: ${z.prettifyError(parsed.error)}`)
}
