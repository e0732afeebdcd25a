import { asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { eventDeliveries, events } from '../schema.ts'

/** The condition of a partial index. */
export const isUnpublished = isNull(events.publishedAt)

/** Whether there are events whose deliveries have not been written yet. */
export function hasUnpublished(db: Database): boolean {
  return db.select({ id: events.id }).from(events).where(isUnpublished).limit(1).get() !== undefined
}

/**
 * Writes one pending delivery for each handler of each unpublished event and marks those events
 * published. Call it in a write transaction; several processes may do so.
 * @param handlersOf names of the handlers that subscribe to a kind of event
 * @returns how many events were published, at most `limit`
 */
export function fanOut(
  db: Database,
  handlersOf: (kind: string) => readonly string[],
  now: Date,
  limit: number,
): number {
  const unpublished = db
    .select({ id: events.id, kind: events.kind })
    .from(events)
    .where(isUnpublished)
    .orderBy(asc(events.id))
    .limit(limit)
    .all()
  for (const { id, kind } of unpublished) {
    for (const handler of handlersOf(kind)) {
      db.insert(eventDeliveries)
        .values({ eventId: id, handler, dueAt: now })
        .onConflictDoNothing()
        .run()
    }
    db.update(events).set({ publishedAt: now }).where(eq(events.id, id)).run()
  }
  return unpublished.length
}
