import type { SessionEnd, SingleEnd } from '#contract/identity/users.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { closeSession, closeSessions, findSession } from '#drizzle/queries/identity/sessions.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'

/**
 * Ends every session of a user: tokens issued before are refused. The only function that does so.
 * @param actor uid of the author; null for the clinic's own processes
 * @returns how many sessions ended
 */
export function endSessions(
  db: Transaction,
  uid: string,
  { reason, actor, now }: { reason: SessionEnd; actor: string | null; now: Date },
): number {
  const user = findUser(db, uid)
  if (!user) return 0
  // Always a new value, even within a millisecond or after the clock was set back.
  const validFrom = new Date(Math.max(now.getTime(), user.sessionsValidFrom.getTime() + 1))
  const sessions = closeSessions(db, uid, { validFrom, reason, now })
  // A change of role has an event of its own.
  if (reason !== 'role_changed') {
    const data = { reason, sessions }
    appendEvent(db, { kind: 'user.sessions_ended', actor, subject: uid, data }, now)
  }
  return sessions
}

/**
 * Ends one session of a user: its tokens are refused, and the sign-in that opened it opens no other session.
 * @returns whether it was active until now; undefined when the user has no such session
 */
export function endSession(
  db: Transaction,
  uid: string,
  id: string,
  { reason, now }: { reason: SingleEnd; now: Date },
): boolean | undefined {
  const session = findSession(db, uid, id)
  if (!session) return undefined
  if (session.endedAt) return false
  closeSession(db, id, { reason, now })
  const data = { reason, device: session.device }
  appendEvent(db, { kind: 'user.session_ended', actor: uid, subject: uid, data }, now)
  return true
}
