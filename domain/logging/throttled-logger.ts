import type { BaseLogger } from 'pino'
import { codeOf } from '../process/error-code.ts'

/** How long the same trouble stays unmentioned after it has been logged, in milliseconds. */
const QUIET_MS = 30_000

export interface CalmLog {
  /** Logs a passing trouble, such as a lost connection: once, then once in 30 s while it lasts. */
  trouble(error: unknown): void
  /** The trouble is over; logs so when it had been mentioned. */
  over(): void
}

/**
 * A client that lost its connection reports it at every try, many times a second. One line tells
 * as much.
 */
export function calmLog(
  log: Pick<BaseLogger, 'info' | 'warn'>,
  about: string,
  now: () => number = Date.now,
): CalmLog {
  let loggedAt: number | null = null
  return {
    trouble(error) {
      if (loggedAt !== null && now() - loggedAt < QUIET_MS) return
      loggedAt = now()
      log.warn({ reason: reasonOf(error) }, `${about}: trouble, trying again`)
    },
    over() {
      if (loggedAt === null) return
      loggedAt = null
      log.info(`${about}: works again`)
    },
  }
}

/** What an error says, in one line; a connection's error may carry only a code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || codeOf(error) || error.name
}
