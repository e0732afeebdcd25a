/** Times in milliseconds. The same on every process: one with a longer lease would hold up the rest. */
export interface Settings {
  /** Attempts of a delivery before it is parked. */
  attempts: number
  /** Wait before the second attempt; doubled for each one after it. */
  firstDelayMs: number
  /** Which part of a wait is random, so that what failed together is not tried again together. */
  jitter: number
  /** How long a running delivery stays with a process that says nothing. */
  leaseMs: number
  /** A handler that takes longer has failed. */
  handlerTimeoutMs: number
  /** Handlers that run at the same time in one process. */
  concurrency: number
  /** The slow poll: how late a change made by another process may be noticed. */
  pollMs: number
  /** After this time what was handed to the queue and is not finished is handed over again. */
  redriveMs: number
  /** At shutdown, how long running handlers may take to finish. */
  graceMs: number
}

// A killed process's delivery runs again within 15 s: its lease ends after 8 s, BullMQ's own lock
// and two looks for stalled jobs take 5 to 10 s (measured; the defaults take a minute).
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

/** BullMQ's lock on a job, and how often it looks for jobs whose lock ran out. */
export const QUEUE_LOCK_MS = 5_000

/** With Redis away BullMQ would wait for it to say goodbye; it may wait this long, in milliseconds. */
export const QUEUE_CLOSE_MS = 1_000

/**
 * Wait after the given failed attempt, in milliseconds: exponential, the last part of it random.
 * @param attempt the one that failed, counted from 1
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
