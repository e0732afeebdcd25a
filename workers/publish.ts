import type { Database } from '../drizzle/client.ts'
import { fanOut, hasUnpublished } from '../drizzle/queries/outbox.ts'
import { finishTransactions, writeTransaction } from '../drizzle/write-transaction.ts'

/** Events that one transaction publishes. */
const BATCH = 200

/** Writes the deliveries of every event that has none yet. The database is all it needs. */
export async function publishEvents(
  db: Database,
  handlersOf: (kind: string) => readonly string[],
): Promise<void> {
  while (hasUnpublished(db)) {
    await writeTransaction(db, () => fanOut(db, handlersOf, new Date(), BATCH))
  }
}

/**
 * Publishes events in the very transaction that writes them: one of its own would let every request
 * wait while it goes to the disk. What other processes write, or what fails here, is left to
 * `publishEvents`.
 * @returns what ends it
 */
export function publishWithChanges(
  db: Database,
  handlersOf: (kind: string) => readonly string[],
): () => void {
  return finishTransactions(db, () => fanOut(db, handlersOf, new Date(), BATCH))
}
