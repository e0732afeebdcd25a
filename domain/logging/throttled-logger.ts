import type { BaseLogger } from 'pino'
import { codeOf } from '../process/errors.ts'

/** For how long a lasting problem is not logged again, in milliseconds. */
const QUIET_MS = 30_000

export interface ThrottledLogger {
  /** Logs a temporary problem, such as a lost connection, at most once in 30 s. */
  failed(error: unknown): void
  /** Logs that the problem is over, if it had been logged. */
  recovered(): void
}

/** For clients that report a lost connection at every retry, many times a second. */
export function throttledLogger(
  log: Pick<BaseLogger, 'info' | 'warn'>,
  subject: string,
  now: () => number = Date.now,
): ThrottledLogger {
  let loggedAt: number | null = null
  return {
    failed(error) {
      if (loggedAt !== null && now() - loggedAt < QUIET_MS) return
      loggedAt = now()
      log.warn({ err: error }, `${subject}: failed, retrying`)
    },
    recovered() {
      if (loggedAt === null) return
      loggedAt = null
      log.info(`${subject}: recovered`)
    },
  }
}

/** An error in one line; some connection errors have only a code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || codeOf(error) || error.name
}
