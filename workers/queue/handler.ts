import type { BaseLogger } from 'pino'
import type { z } from 'zod'
import { type EventData, type EventKind, eventData } from '#contract/audit/events.ts'
import type { EventLoopWatch } from '#domain/process/event-loop-watch.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { DeliveredEvent } from '#drizzle/queries/deliveries.ts'
import type { Settings } from './settings.ts'

export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>

export interface JobContext {
  db: Database
  log: Log
  /** Aborted at the timeout or when the process stops: pass it to every outside call. */
  signal: AbortSignal
}

interface HandlerContext extends JobContext {
  event: DeliveredEvent
  /** Which attempt this is, counted from 1. */
  attempt: number
  /** For a delivery to one of several targets: the id of the webhook. */
  target?: string
}

/**
 * Runs after an event. It must re-read its subject, do nothing if nothing is left to do, and be safe to run
 * twice. It throws to be retried.
 */
export interface Handler extends TargetedHandler {
  on: EventKind
}

/** A handler without events of its own: deliveries name it with a target, such as a webhook. */
export interface TargetedHandler {
  /** `noun.verb`, as in drizzle/subscriptions.ts. */
  name: string
  /** Checks the event's data before `run`. */
  schema: z.core.$ZodType
  run(data: unknown, context: HandlerContext): Promise<void>
  /** Records the failure of the last attempt, in the transaction that marks the delivery failed. */
  onFailed?(tx: Transaction, event: DeliveredEvent, now: Date): void
  /** Delay before the second attempt, in milliseconds, if it differs from the default. */
  firstDelayMs?: number
}

/** Runs at intervals, without an event. Must be safe to run twice at the same time. */
export interface PeriodicJob {
  /** `noun.verb`. */
  name: string
  everyMs: number
  /** Called after changes: if it returns true, the job runs at once. Must be a cheap query. */
  hasWork?(db: Database): boolean
  run(context: JobContext): Promise<void>
}

export interface Registry {
  handlers: readonly Handler[]
  targetedHandlers?: readonly TargetedHandler[]
  periodicJobs: readonly PeriodicJob[]
}

export interface RunnerOptions {
  db: Database
  registry: Registry
  log: Log
  settings: Settings
  /** Records which jobs are running. */
  eventLoop?: Pick<EventLoopWatch, 'begin'>
}

export interface Runner {
  /** Call it after each commit that wrote an event. Never waits, never throws. */
  wake(): void
  /** Whether the queue responds; absent without Redis. */
  answers?: () => Promise<boolean>
  /** How many jobs the queue holds, by state; absent without Redis. */
  depth?: () => Promise<Record<string, number>>
  /** Takes no further work, waits for running handlers, and releases unfinished deliveries. */
  close(): Promise<void>
}

/** Thrown by a handler when a retry cannot help: the delivery has failed. */
export class DoNotRetry extends Error {
  override name = 'DoNotRetry'
}

/** Declares a handler; `run` gets the event's data as declared in contract/audit/events.ts. */
export function defineHandler<Kind extends EventKind>(handler: {
  name: string
  on: Kind
  run(data: EventData<Kind>, context: HandlerContext): Promise<void>
  onFailed?: Handler['onFailed']
}): Handler {
  return { ...handler, schema: eventData.shape[handler.on] }
}
