import { and, eq, gt, ne } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { users } from '../schema.ts'
import { appendEvent } from './events.ts'
import { findUserByEmail } from './users.ts'

interface Change {
  /** Lower case. */
  email: string
  /** Uid of the admin who does it; null for the command line. */
  actor: string | null
  now: Date
}

/** Makes the user with that email an admin. Call it in a write transaction. */
export function grantAdmin(
  db: Database,
  { email, actor, now }: Change,
): 'granted' | 'admin_already' | 'unknown_user' {
  const promoted = db
    .update(users)
    .set({ role: 'admin' })
    .where(and(eq(users.email, email), ne(users.role, 'admin')))
    .returning({ uid: users.uid })
    .get()
  if (!promoted) return findUserByEmail(db, email) ? 'admin_already' : 'unknown_user'
  appendEvent(db, { kind: 'user.promoted', actor, subject: promoted.uid }, now)
  return 'granted'
}

/** Makes an admin a patient again, but never the last one. Call it in a write transaction. */
export function revokeAdmin(
  db: Database,
  { email, actor, now }: Change,
): 'revoked' | 'no_admin' | 'last_admin' | 'unknown_user' {
  const demoted = db
    .update(users)
    .set({ role: 'patient' })
    .where(and(eq(users.email, email), eq(users.role, 'admin'), gt(countAdmins(db), 1)))
    .returning({ uid: users.uid })
    .get()
  if (!demoted) {
    const user = findUserByEmail(db, email)
    if (!user) return 'unknown_user'
    return user.role === 'admin' ? 'last_admin' : 'no_admin'
  }
  appendEvent(db, { kind: 'user.demoted', actor, subject: demoted.uid }, now)
  return 'revoked'
}

/** Whether there is no admin but this one. */
export function isOnlyAdmin(db: Database, uid: string): boolean {
  const isAnother = and(eq(users.role, 'admin'), ne(users.uid, uid))
  return db.select({ uid: users.uid }).from(users).where(isAnother).limit(1).get() === undefined
}

function countAdmins(db: Database) {
  return db.$count(users, eq(users.role, 'admin'))
}
