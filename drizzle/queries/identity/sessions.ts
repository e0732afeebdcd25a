import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { SessionEnd } from '#contract/identity/users.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { sessions, users } from '#drizzle/schema/index.ts'
import { appendEvent } from '../events.ts'

export type SessionRow = typeof sessions.$inferSelect

/** The profile lists the sessions of so many days, in milliseconds. */
const LISTED_FOR = 30 * 24 * 60 * 60_000
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
    const { changes } = db.update(sessions).set({ lastUsedAt: now }).where(isSame).run()
    if (changes === 1) return previous
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
 * Ends every session of a user: no token that was issued before is accepted again. This is the only
 * place that does so.
 * @param actor uid of who caused it; null for the clinic's own processes
 * @returns how many sessions ended
 */
export function endSessions(
  db: Transaction,
  uid: string,
  { reason, actor, now }: { reason: SessionEnd; actor: string | null; now: Date },
): number {
  const user = db.select().from(users).where(eq(users.uid, uid)).get()
  if (!user) return 0
  // Always another value, even twice in a millisecond or after the clock was set back.
  const sessionsValidFrom = new Date(Math.max(now.getTime(), user.sessionsValidFrom.getTime() + 1))
  db.update(users).set({ sessionsValidFrom }).where(eq(users.uid, uid)).run()
  const { changes } = db
    .update(sessions)
    .set({ endedAt: now, endedBy: reason })
    .where(and(eq(sessions.uid, uid), isNull(sessions.endedAt)))
    .run()
  const data = { reason, sessions: changes }
  // A change of role has an event of its own.
  if (reason === 'role_changed') return changes
  appendEvent(db, { kind: 'user.sessions_ended', actor, subject: uid, data }, now)
  return changes
}
