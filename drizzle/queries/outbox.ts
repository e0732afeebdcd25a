import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { eventDeliveries, events } from '../schema.ts'

/** The condition of a partial index. */
export const isUnpublished = isNull(events.publishedAt)

const statements = preparedOnce((db: Database) => ({
  unpublished: db
    .select({ id: events.id, kind: events.kind })
    .from(events)
    .where(isUnpublished)
    .orderBy(asc(events.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
  deliver: db
    .insert(eventDeliveries)
    .values({
      eventId: sql.placeholder('eventId'),
      handler: sql.placeholder('handler'),
      dueAt: sql.placeholder('dueAt'),
    })
    .onConflictDoNothing()
    .prepare(),
  markPublished: db
    .update(events)
    .set({ publishedAt: sql`${sql.placeholder('at')}` })
    .where(eq(events.id, sql.placeholder('id')))
    .prepare(),
}))

/** Whether there are events whose deliveries have not been written yet. */
export function hasUnpublished(db: Database): boolean {
  return statements(db).unpublished.all({ limit: 1 }).length > 0
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
  const { unpublished, deliver, markPublished } = statements(db)
  const found = unpublished.all({ limit })
  for (const { id, kind } of found) {
    for (const handler of handlersOf(kind)) deliver.run({ eventId: id, handler, dueAt: now })
    markPublished.run({ id, at: now.getTime() })
  }
  return found.length
}
