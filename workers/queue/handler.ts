import type { BaseLogger } from 'pino'
import type { z } from 'zod'
import type { EventKind } from '../../contract/audit.ts'
import type { Database } from '../../drizzle/client.ts'
import type { DeliveredEvent } from '../../drizzle/queries/deliveries.ts'

export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>

export interface JobContext {
  db: Database
  log: Log
  /** Aborted when the time is up or the process stops: hand it to every outside call. */
  signal: AbortSignal
}

export interface HandlerContext extends JobContext {
  /** The event as written; its `data` is not checked, the handler's own argument is. */
  event: DeliveredEvent
  /** Which attempt this is, counted from 1. */
  attempt: number
}

/**
 * What has to happen after an event. It re-reads its subject, does nothing when nothing is left
 * to do, and is safe to run twice (design section 7). It throws to be tried again later.
 */
export interface Handler {
  /** `noun.verb`. It is kept with each delivery, so that renaming it loses those under way. */
  name: string
  on: readonly EventKind[]
  /** What the event's `data` must look like. */
  schema: z.ZodType
  run(data: unknown, context: HandlerContext): Promise<void>
  /**
   * Records that nobody tries any more, where somebody is to see it. Called in the transaction
   * that parks the delivery.
   */
  onParked?(event: DeliveredEvent, context: { db: Database; now: Date }): void
}

/** Something to be done again and again, without an event. Safe to run twice at the same time. */
export interface PeriodicJob {
  /** `noun.verb`. */
  name: string
  everyMs: number
  run(context: JobContext): Promise<void>
}

export interface Registry {
  handlers: readonly Handler[]
  periodicJobs: readonly PeriodicJob[]
}

/** Thrown by a handler when another attempt cannot help: the delivery is parked at once. */
export class DoNotRetry extends Error {
  override name = 'DoNotRetry'
}

/** Declares a handler whose `run` gets what its schema makes of the event's data. */
export function defineHandler<Schema extends z.ZodType>(handler: {
  name: string
  on: readonly EventKind[]
  schema: Schema
  run(data: z.infer<Schema>, context: HandlerContext): Promise<void>
  onParked?: Handler['onParked']
}): Handler {
  return handler
}

/** Names of the handlers that subscribe to a kind of event. */
export function subscribers(registry: Registry): (kind: string) => readonly string[] {
  const byKind = Map.groupBy(
    registry.handlers.flatMap(({ name, on }) => on.map((kind) => ({ name, kind }))),
    ({ kind }): string => kind,
  )
  return (kind) => byKind.get(kind)?.map(({ name }) => name) ?? []
}
