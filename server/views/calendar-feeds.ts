import type { NamedFeed } from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'
import { toDoctor } from './appointments.ts'

/** A calendar feed as that user sees it. */
export function toFeed({ feed, doctorName, by }: NamedFeed, uid: string) {
  const { id, doctorId, withNames, createdBy, createdAt, lastUsedAt } = feed
  return {
    _id: id,
    doctor: toDoctor({ doctorId, doctorName }),
    withNames,
    by,
    isOwn: createdBy === uid,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
