/** Times in milliseconds. They must be the same in every process that shares a database. */
export interface Settings {
  /** The most attempts of a delivery. */
  attempts: number
  /** Delay before the second attempt; doubles with each further one. */
  firstDelayMs: number
  /** Random part of a delay, from 0 to 1, so that simultaneous failures are not retried together. */
  jitter: number
  /** How long an unresponsive process keeps a delivery. */
  leaseMs: number
  handlerTimeoutMs: number
  /** How many handlers run at the same time in one process. */
  concurrency: number
  /** The longest time until another process's change is noticed. */
  pollMs: number
  /** After this time, a queued delivery that is not finished is queued again. */
  redriveMs: number
  /** How long running handlers may take to finish at shutdown. */
  graceMs: number
}

// A killed process's delivery runs again within 15 s: its lease ends after 8 s, BullMQ's lock and two checks
// for stalled jobs take 5 to 10 s (the defaults take a minute).
export const defaultSettings: Settings = {
  attempts: 8,
  firstDelayMs: 1_000,
  jitter: 0.5,
  leaseMs: 8_000,
  handlerTimeoutMs: 60_000,
  concurrency: 5,
  pollMs: 1_000,
  redriveMs: 30_000,
  graceMs: 6_000,
}

/** BullMQ's lock on a job, and how often it looks for jobs whose lock has expired. */
export const QUEUE_LOCK_MS = 5_000

/** How long closing BullMQ may take; without Redis it would wait for a connection. */
export const QUEUE_CLOSE_MS = 1_000

/**
 * Delay after a failed attempt, in milliseconds: exponential backoff with jitter.
 * @param attempt the failed one, counted from 1
 * @param random a number from 0 to 1
 */
export function retryDelay(
  { firstDelayMs, jitter }: Pick<Settings, 'firstDelayMs' | 'jitter'>,
  attempt: number,
  random = Math.random(),
): number {
  const longest = firstDelayMs * 2 ** (attempt - 1)
  return Math.round(longest * (1 - jitter + jitter * random))
}
