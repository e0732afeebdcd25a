import { millisecondsInDay } from 'date-fns/constants'
import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { SessionEnd } from '#contract/identity/users.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { sessions, users } from '#drizzle/schema/index.ts'

export type SessionRow = typeof sessions.$inferSelect

/** The profile lists the sessions of so many days, in milliseconds. */
const LISTED_FOR = 30 * millisecondsInDay
const MOST_LISTED = 50

/**
 * Continues the session `previous` of the same user, or starts a new one.
 * @returns the session's id
 */
export function continueSession(
  db: Transaction,
  { uid, previous, device }: { uid: string; previous: string | undefined; device: string },
  now: Date,
): string {
  if (previous !== undefined) {
    const isSame = and(eq(sessions.id, previous), eq(sessions.uid, uid), isNull(sessions.endedAt))
    if (changeRow(db, sessions, { lastUsedAt: now }, isSame)) return previous
  }
  const id = uuidv7()
  db.insert(sessions).values({ id, uid, device, startedAt: now, lastUsedAt: now }).run()
  return id
}

/** A user's sessions of the last 30 days, the one used last first. */
export function listSessions(db: Database, uid: string, now: Date): SessionRow[] {
  const since = new Date(now.getTime() - LISTED_FOR)
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), gte(sessions.lastUsedAt, since)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_LISTED)
    .all()
}

/**
 * Ends a user's sessions: tokens that were issued before `validFrom` are not accepted any more.
 * @returns how many ended
 */
export function closeSessions(
  db: Transaction,
  uid: string,
  { validFrom, reason, now }: { validFrom: Date; reason: SessionEnd; now: Date },
): number {
  db.update(users).set({ sessionsValidFrom: validFrom }).where(eq(users.uid, uid)).run()
  return db
    .update(sessions)
    .set({ endedAt: now, endedBy: reason })
    .where(and(eq(sessions.uid, uid), isNull(sessions.endedAt)))
    .run().changes
}
