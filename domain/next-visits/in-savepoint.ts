import { EventEmitter } from 'node:events'
import type { BaseLogger } from 'pino'
import type { Transaction } from '#drizzle/client.ts'

/** A change that failed, and the appointment that it follows. */
interface FailedChange {
  change: 'close ticket' | 'reopen ticket' | 'open ticket' | 'withdraw ticket'
  appointmentId: string
  error: unknown
}

const failures = new EventEmitter<{ failed: [FailedChange] }>()

/**
 * Runs a change that must not fail the transaction around it: an error undoes only this change and is
 * logged. What is missing is made up for later, or by staff.
 * @throws the error when SQLite has rolled back the whole transaction, as it may when the disk is full
 */
export function inSavepoint(
  { $client }: Transaction,
  about: Omit<FailedChange, 'error'>,
  change: () => void,
): void {
  const { inTransaction: isNested } = $client
  try {
    // Within a transaction, this is a savepoint (https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md).
    $client.transaction(change)()
  } catch (error) {
    if (isNested && !$client.inTransaction) throw error
    failures.emit('failed', { ...about, error })
  }
}

/**
 * Logs each change that `inSavepoint` has undone in this process.
 * @returns the function that stops this
 */
export function logFailedChanges(log: Pick<BaseLogger, 'warn'>): () => void {
  const write = ({ error, ...about }: FailedChange) =>
    log.warn({ err: error, ...about }, 'a change of a next visit was undone')
  failures.on('failed', write)
  return () => failures.off('failed', write)
}
