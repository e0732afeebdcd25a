import type { Database } from '../drizzle/client.ts'
import { fanOut, hasUnpublished } from '../drizzle/queries/outbox.ts'
import { writeTransaction } from '../drizzle/write-transaction.ts'

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
