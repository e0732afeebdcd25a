import type { Database } from '../../drizzle/client.ts'
import { fanOut, hasUnpublished } from '../../drizzle/queries/outbox.ts'
import { finishTransactions, writeTransaction } from '../../drizzle/write-transaction.ts'
import { type Registry, subscribers } from './handler.ts'

/** Events that one transaction publishes. */
const BATCH = 200

export interface Publisher {
  /** Publishes what is still unpublished: other processes' events, and what failed before. */
  publishRest(): Promise<void>
  close(): void
}

/**
 * Writes the deliveries of events in the very transaction that writes these: one of its own would
 * let every request wait while it goes to the disk. The database is all it needs.
 */
export function startPublisher(db: Database, registry: Registry): Publisher {
  const handlersOf = subscribers(registry)
  const publish = () => fanOut(db, handlersOf, new Date(), BATCH)
  const close = finishTransactions(db, publish)
  return {
    async publishRest() {
      while (hasUnpublished(db)) await writeTransaction(db, publish)
    },
    close,
  }
}
