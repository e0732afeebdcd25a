import pTimeout from 'p-timeout'
import { z } from 'zod'
import { reasonOf } from '#domain/logging/throttled-logger.ts'
import {
  type ClaimedDelivery,
  handBack,
  markDone,
  markFailed,
  renewLease,
  retryLater,
} from '#drizzle/queries/deliveries.ts'
import { readHandler } from '#drizzle/queries/webhooks/webhook-handler.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { DoNotRetry, type RunnerOptions, type TargetedHandler } from './handler.ts'
import { retryDelay } from './settings.ts'

interface Outcome {
  status: 'done' | 'failed' | 'retry' | 'handedBack'
  /** For 'retry': milliseconds until the next attempt. */
  delayMs: number
}

interface JobExecutor {
  /** How many handlers are running. */
  readonly running: number
  /** Runs a claimed delivery's handler and records the outcome. Throws only database errors. */
  execute(claim: ClaimedDelivery): Promise<Outcome>
  /** Waits for running handlers, then releases those that exceed the grace period. */
  close(): Promise<void>
}

const HANDED_BACK: Outcome = { status: 'handedBack', delayMs: 0 }

/** How long handlers may take to react to the abort signal, in milliseconds. */
const ABORT_MS = 500

/**
 * Runs handlers, renews their leases and records outcomes, with and without Redis.
 * @param redriveMs added to the due time of a retry when BullMQ schedules it, so that the relay queues it
 * again only if Redis has lost it
 */
export function createJobExecutor(
  { db, registry, log, settings, eventLoop }: RunnerOptions,
  { redriveMs = 0 }: { redriveMs?: number } = {},
): JobExecutor {
  const all: readonly TargetedHandler[] = [
    ...registry.handlers,
    ...(registry.targetedHandlers ?? []),
  ]
  const handlers = new Map(all.map((handler) => [handler.name, handler]))
  const handlerOf = (claim: ClaimedDelivery) => handlers.get(readHandler(claim.handler).name)
  const running = new Map<ClaimedDelivery, PromiseWithResolvers<Outcome>>()
  /** Claims whose handler has not returned; for other running ones the outcome is being recorded. */
  const unfinished = new Set<ClaimedDelivery>()
  const stopping = new AbortController()

  const heartbeat = setInterval(() => {
    for (const claim of running.keys()) {
      renew(claim).catch((err) => log.warn({ ...ids(claim), err }, 'could not renew a lease'))
    }
  }, settings.leaseMs / 3)
  heartbeat.unref()

  async function renew(claim: ClaimedDelivery): Promise<void> {
    const isRenewed = await writeTransaction(db, (tx) =>
      renewLease(tx, claim, new Date(), settings.leaseMs),
    )
    if (!isRenewed && running.has(claim) && unfinished.has(claim)) {
      log.warn(ids(claim), 'lost the lease of a running delivery')
    }
  }

  async function attempt(claim: ClaimedDelivery): Promise<Outcome> {
    try {
      await run(claim)
    } catch (error) {
      return recordFailure(claim, error)
    }
    await writeTransaction(db, (tx) => markDone(tx, claim))
    log.debug(ids(claim), 'delivery done')
    return { status: 'done', delayMs: 0 }
  }

  async function run(claim: ClaimedDelivery): Promise<void> {
    if (claim.attempt > settings.attempts) {
      throw new DoNotRetry('The process ended during the last attempt.')
    }
    const handler = handlerOf(claim)
    // Another version of the program may have it, so the delivery is retried instead of failing at
    // once.
    if (!handler) throw new Error('There is no handler of this name.')
    const { event } = claim
    const data = parse(handler, event.data)
    const ended = new AbortController()
    const timeout = new Error('The handler timed out.')
    const signal = AbortSignal.any([stopping.signal, ended.signal])
    unfinished.add(claim)
    const end = eventLoop?.begin(handler.name)
    try {
      const { target } = readHandler(claim.handler)
      const { attempt } = claim
      const context = { db, log, signal, event, attempt, ...(target !== undefined && { target }) }
      await pTimeout(handler.run(data, context), {
        milliseconds: settings.handlerTimeoutMs,
        message: timeout,
      })
    } finally {
      end?.()
      unfinished.delete(claim)
      ended.abort(timeout)
    }
  }

  async function recordFailure(claim: ClaimedDelivery, error: unknown): Promise<Outcome> {
    // Released before it ended: another process may have the delivery by now.
    if (!running.has(claim)) return HANDED_BACK
    if (stopping.signal.aborted) {
      await writeTransaction(db, (tx) => handBack(tx, claim, new Date()))
      return HANDED_BACK
    }
    const reason = reasonOf(error)
    if (error instanceof DoNotRetry || claim.attempt >= settings.attempts) {
      await writeTransaction(db, (tx) => {
        if (!markFailed(tx, claim, reason)) return
        handlerOf(claim)?.onFailed?.(tx, claim.event, new Date())
      })
      log.error({ ...ids(claim), err: error }, 'delivery failed')
      return { status: 'failed', delayMs: 0 }
    }
    const { firstDelayMs = settings.firstDelayMs } = handlerOf(claim) ?? {}
    const delayMs = retryDelay({ ...settings, firstDelayMs }, claim.attempt)
    const dueAt = new Date(Date.now() + delayMs + redriveMs)
    await writeTransaction(db, (tx) => retryLater(tx, claim, reason, dueAt))
    log.warn({ ...ids(claim), err: error, delayMs }, 'attempt failed, will be retried')
    return { status: 'retry', delayMs }
  }

  return {
    get running() {
      return running.size
    },
    async execute(claim) {
      const end = Promise.withResolvers<Outcome>()
      running.set(claim, end)
      attempt(claim).then(end.resolve, end.reject)
      try {
        return await end.promise
      } finally {
        running.delete(claim)
      }
    },
    async close() {
      const all = Promise.allSettled([...running.values()].map((end) => end.promise))
      await pTimeout(all, { milliseconds: settings.graceMs, message: false })
      stopping.abort(new Error('The process is stopping.'))
      await pTimeout(all, { milliseconds: ABORT_MS, message: false })
      for (const [claim, end] of running) {
        await writeTransaction(db, (tx) => handBack(tx, claim, new Date()))
        end.resolve(HANDED_BACK)
        log.warn(ids(claim), 'stopping: delivery handed back')
      }
      clearInterval(heartbeat)
    },
  }
}

/** Ids only: an event's data does not belong in a log. */
function ids({ eventId, handler, attempt }: ClaimedDelivery) {
  return { eventId, handler, attempt }
}

/** @throws DoNotRetry when the data does not match: a retry would not change it */
function parse(handler: TargetedHandler, data: unknown): unknown {
  const parsed = z.core.safeParse(handler.schema, data)
  if (parsed.success) return parsed.data
  throw new DoNotRetry(`The event's data does not match: ${z.prettifyError(parsed.error)}`)
}
