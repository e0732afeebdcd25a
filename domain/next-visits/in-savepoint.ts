import type { Transaction } from '#drizzle/client.ts'

/**
 * Runs a change that must not fail the transaction around it: an error undoes only this change and
 * is ignored.
 */
export function inSavepoint({ $client }: Transaction, change: () => void): void {
  try {
    // Within a transaction, this is a savepoint (https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md).
    $client.transaction(change)()
  } catch {
    // What is missing is made up for later, or by staff.
  }
}
