import { millisecondsInDay, millisecondsInSecond } from 'date-fns/constants'
import { and, desc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { type SessionEnd, type SingleEnd, singleEnd } from '#contract/identity/users.ts'
import { changeRow, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { sessions, users } from '#drizzle/schema/index.ts'

export type SessionRow = typeof sessions.$inferSelect

/** For how long the profile lists sessions, in milliseconds. */
const LISTED_FOR = 30 * millisecondsInDay
const MOST_LISTED = 50

/** A verified sign-in in a browser. */
interface SignIn {
  uid: string
  /** When the user signed in at the identity provider, in whole seconds. */
  authTime: Date
  /** The browser's previous session, if any. */
  previous: string | undefined
}

/**
 * Whether the user ended the session of this sign-in. A sign-in in the second of the end may be a new one,
 * unless the browser names the ended session.
 */
export function isSignInEnded(db: Database, { uid, authTime, previous = '' }: SignIn): boolean {
  const second = new Date(authTime.getTime() + millisecondsInSecond)
  return hasRow(
    db,
    sessions,
    and(
      eq(sessions.uid, uid),
      inArray(sessions.endedBy, singleEnd.options),
      or(
        and(eq(sessions.authTime, authTime), gte(sessions.endedAt, second)),
        and(eq(sessions.id, previous), gte(sessions.endedAt, authTime)),
      ),
    ),
  )
}

/**
 * Continues the session `previous` of the same user, or starts a new one.
 * @returns the session's id
 */
export function continueSession(
  db: Transaction,
  { uid, authTime, previous, device }: SignIn & { device: string },
  now: Date,
): string {
  if (previous !== undefined) {
    const isSame = and(eq(sessions.id, previous), eq(sessions.uid, uid), isNull(sessions.endedAt))
    if (changeRow(db, sessions, { authTime, lastUsedAt: now }, isSame)) return previous
  }
  const id = uuidv7()
  db.insert(sessions).values({ id, uid, device, authTime, startedAt: now, lastUsedAt: now }).run()
  return id
}

/** A user's sessions of the last 30 days, the most recently used first. */
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
 * Ends a user's sessions: tokens issued before `validFrom` are refused.
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

/** A user's session, whether ended or not. */
export function findSession(db: Database, uid: string, id: string): SessionRow | undefined {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.uid, uid)))
    .get()
}

/** Ends one session: its tokens are refused. */
export function closeSession(
  db: Transaction,
  id: string,
  { reason, now }: { reason: SingleEnd; now: Date },
): void {
  db.update(sessions).set({ endedAt: now, endedBy: reason }).where(eq(sessions.id, id)).run()
}
