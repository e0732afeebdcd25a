import type { SessionEnd } from '#contract/identity/users.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { closeSessions } from '#drizzle/queries/identity/sessions.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'

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
  const user = findUser(db, uid)
  if (!user) return 0
  // Always another value, even twice in a millisecond or after the clock was set back.
  const validFrom = new Date(Math.max(now.getTime(), user.sessionsValidFrom.getTime() + 1))
  const sessions = closeSessions(db, uid, { validFrom, reason, now })
  // A change of role has an event of its own.
  if (reason !== 'role_changed') {
    const data = { reason, sessions }
    appendEvent(db, { kind: 'user.sessions_ended', actor, subject: uid, data }, now)
  }
  return sessions
}
