import { and, desc, eq, inArray } from 'drizzle-orm'
import type { DrillCheck } from '#contract/second-copy/second-copy.ts'
import type { Database } from '../client.ts'
import { events } from '../schema/index.ts'

/** The subject of events about the second copy. */
export const SECOND_COPY = 'second-copy'

/** The last drill of the second copy, and its failed checks. */
export function findLastDrill(db: Database): { at: Date; failed: DrillCheck[] } | undefined {
  const last = db
    .select({ at: events.occurredAt, data: events.data })
    .from(events)
    .where(
      and(
        eq(events.subject, SECOND_COPY),
        inArray(events.kind, ['replica.drilled', 'replica.drill_failed']),
      ),
    )
    .orderBy(desc(events.id))
    .limit(1)
    .get()
  return last && { at: last.at, failed: (last.data.failed ?? []) as DrillCheck[] }
}
